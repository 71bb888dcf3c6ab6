import { createHmac, randomBytes } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 random bits, in base32 as apps take it. */
export function newTotpSecret(): string {
  return base32(randomBytes(20));
}

/** The address that an app reads from a QR code. */
export function totpUri(
  secret: string,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** The code of a step of 30 s (RFC 6238: HMAC-SHA-1, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of a moment. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds);
}

/**
 * The step whose code was typed, or null: that of now, of before and of after, since clocks differ, but none that was
 * taken before.
 */
export function matchingStep(secret: string, typed: string, now: Date, lastStep: number): number | null {
  const code = typed.replaceAll(/\s/g, '');
  const current = totpStep(now);
  return (
    [current, current - 1, current + 1].find((step) => step > lastStep && totpCode(secret, step) === code) ??
    null
  );
}

const recoveryCodes = 10;

/** Ten codes for who lost their device: 50 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const text = base32(randomBytes(7)).slice(0, 10).toLowerCase();
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** A recovery code as it is stored, however it was typed; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-7]{10}$/.test(code) ? code : null;
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += alphabet[(bits >> count) & 31] ?? '';
    }
    bits &= (1 << count) - 1;
  }
  return count === 0 ? text : text + (alphabet[(bits << (5 - count)) & 31] ?? '');
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const letter of text) {
    bits = (bits << 5) | alphabet.indexOf(letter);
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 255);
    bits &= (1 << count) - 1;
  }
  return Buffer.from(bytes);
}
