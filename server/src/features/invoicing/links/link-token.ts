import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which link. */
export interface LinkKey {
  readonly companyId: string;
  readonly id: string;
}

const tokenShape = /^[\w-]{86}$/;
const hexOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const sealOf = (secretKey: Uint8Array, key: Buffer) =>
  createHmac('sha256', secretKey).update('approval link').update(key).digest();

/** The secret of a link, for its address: which one it is, sealed with the product's key. */
export function tokenOf(secretKey: Uint8Array, { companyId, id }: LinkKey): string {
  const key = Buffer.concat([hexOf(companyId), hexOf(id)]);
  return Buffer.concat([key, sealOf(secretKey, key)]).toString('base64url');
}

/** The link of a token; undefined for a text that is none of ours. */
export function keyOfToken(secretKey: Uint8Array, token: string): LinkKey | undefined {
  if (!tokenShape.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const key = bytes.subarray(0, 32);
  if (!timingSafeEqual(bytes.subarray(32), sealOf(secretKey, key))) return undefined;
  return { companyId: uuidOf(key.subarray(0, 16)), id: uuidOf(key.subarray(16)) };
}
