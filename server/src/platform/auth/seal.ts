import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts a secret before it goes into the database (AES-256-GCM), with a key of its own per purpose.
 *
 * @param secretKey the installation's key, stored outside the database (§J1); any length from 16 bytes
 * @param purpose separates kinds of secrets, so that one cannot be put in the place of another
 */
export function seal(secretKey: Uint8Array, purpose: string, plain: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** The secret again, or null when it was sealed with another key, for another purpose, or was changed. */
export function unseal(secretKey: Uint8Array, purpose: string, sealed: Uint8Array): string | null {
  if (sealed.length < ivLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), sealed.subarray(0, ivLength));
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}

/** A keyed hash (HMAC-SHA-256): equal texts have equal hashes, and only who has the key can test a text against one. */
export function keyedHash(secretKey: Uint8Array, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(secretKey, purpose)).update(text).digest('base64url');
}

function keyFor(secretKey: Uint8Array, purpose: string): Buffer {
  if (secretKey.length < 16) throw new RangeError('the secret key needs at least 16 bytes');
  return Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(), `balie ${purpose}`, 32));
}
