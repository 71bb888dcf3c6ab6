import { randomFillSync } from 'node:crypto';

// Asking for random bytes costs more than the bytes: they are fetched for many ids at once.
const supply = Buffer.alloc(16 * 256);
let used = supply.length;

function random16(): Buffer {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  used += 16;
  return supply.subarray(used - 16, used);
}

// Ids of the same millisecond count up from a random start, so that they sort as they were made (RFC 9562, 6.2).
let last = { at: 0, count: 0 };
const maxInOneMs = 0x0fff;

/**
 * A new identifier: UUID version 7, so that ids made together lie together in the indexes, and those of one process
 * sort as they were made. `at` in ms.
 */
export function newId(at: number = Date.now()): string {
  const bytes = random16();
  const isNext = at === last.at && last.count < maxInOneMs;
  last = { at, count: isNext ? last.count + 1 : bytes.readUInt16BE(6) & 0x03ff };
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.count, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an identifier at all; a text that cannot is simply not found. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The company of records that belong to no tenant, in tables whose key starts with a company. */
export const noCompany = '00000000-0000-0000-0000-000000000000';
