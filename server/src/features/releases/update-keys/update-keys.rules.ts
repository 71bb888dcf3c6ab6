import { createHash, randomBytes } from 'node:crypto';

const shape = /^bu_[\w-]{43}$/;

/** A new update key of 256 bits; only its hash is stored. */
export function newUpdateKey(): string {
  return `bu_${randomBytes(32).toString('base64url')}`;
}

/** The stored hash of a key, or undefined for a text that cannot be one. It is random enough to need no slow hash. */
export function hashOfKey(key: string): string | undefined {
  return shape.test(key) ? createHash('sha256').update(key).digest('base64url') : undefined;
}

/** The last characters, to tell keys apart. */
export function hintOf(key: string): string {
  return key.slice(-4);
}
