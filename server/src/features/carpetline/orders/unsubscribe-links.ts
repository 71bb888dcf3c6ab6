import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where the page stands that stops the mails of one person. */
export const unsubscribePath = '/carpet-mail/:token';

const signatureOf = (key: Uint8Array, userId: string) =>
  createHmac('sha256', key).update(`carpet-mail-off ${userId}`).digest('base64url');

/** The path of a person's own page; nobody else can make it, and all it does is stop their mails (decision 0034). */
export function unsubscribeUrl(key: Uint8Array, userId: string): string {
  return unsubscribePath.replace(':token', `${userId}.${signatureOf(key, userId)}`);
}

/** Whose page a token opens, or undefined for one that we never made. */
export function userOfToken(key: Uint8Array, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined;
}
