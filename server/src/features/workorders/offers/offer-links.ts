import { createHash, randomBytes } from 'node:crypto';
import { offerPage } from '#contract/workorders/offers.ts';

const tokenShape = /^[\w-]{43}$/;

/** A new token of 256 bits: the customer gets it, the database stores its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token, or undefined for a text that cannot be a token. */
export function hashOfToken(token: string): string | undefined {
  return tokenShape.test(token) ? createHash('sha256').update(token).digest('base64url') : undefined;
}

/** The customer's page of a token. */
export function offerUrl(token: string, origin = ''): string {
  return `${origin}${offerPage.replace('{token}', token)}`;
}
