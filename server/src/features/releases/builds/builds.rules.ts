import { createHmac, timingSafeEqual } from 'node:crypto';
import { buildToleranceSeconds } from '#contract/releases/builds.ts';

/** Why a signature is refused. */
export type SignatureFault = 'missing' | 'late' | 'wrong';

/** The headers of a signed request, as sent. */
export interface SentSignature {
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/** HMAC-SHA256, in hex, over `{timestamp}.{body}`. */
export function signBuild(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** What is wrong with a signature, or null. The signature is checked before the time, so that callers without the secret learn nothing. */
export function faultOf(
  { timestamp, signature }: SentSignature,
  body: Buffer,
  secret: string,
  now: Date,
): SignatureFault | null {
  if (!timestamp || !signature) return 'missing';
  const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(signature)?.[1];
  if (hex === undefined || !/^\d{1,12}$/.test(timestamp)) return 'wrong';
  const expected = Buffer.from(signBuild(secret, timestamp, body), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(hex, 'hex'))) return 'wrong';
  const seconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return seconds <= buildToleranceSeconds ? null : 'late';
}
