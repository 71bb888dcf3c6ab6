import { randomBytes } from 'node:crypto';

/** A new identifier: UUID version 7, so that ids made together lie together in the indexes. `at` in ms. */
export function newId(at: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
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
