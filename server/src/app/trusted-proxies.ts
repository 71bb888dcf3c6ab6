import { z } from 'zod';
import { isNetwork } from '#server/platform/mail/addresses.ts';

/** Whose word counts for where a request comes from: the last so many proxies, or those at these addresses; 0 is nobody's. */
export type TrustedProxies = number | readonly string[];

const form =
  'a number of proxies, or their addresses or networks such as 10.1.0.0/16, with commas between; off for none';
const maxHops = 16;

/** The setting `TRUST_PROXY`. `true` is from before hops could be counted, and stands for one. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const value = text.trim().toLowerCase();
  if (value === '' || value === 'false' || value === 'off') return 0;
  if (isVague(text)) return 1;
  if (/^\d{1,2}$/.test(value) && Number(value) <= maxHops) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  // A network of every address would believe whoever connects.
  if (parts.every((part) => isNetwork(part) && !/\/0+$/.test(part))) return parts;
  context.addIssue({ code: 'custom', message: form });
  return z.NEVER;
});

/** What the operator should know of the setting, as one sentence; null when it says all that is needed. */
export function proxyNote(text: string | undefined): string | null {
  if (text === undefined || !isVague(text)) return null;
  return 'TRUST_PROXY=true counts as one proxy: set the number of proxies (TRUST_PROXY=1) or their addresses instead.';
}

/**
 * The setting as Fastify asks for it: whether the address so many hops away may say from where it was called. Addresses
 * that the client itself wrote into `X-Forwarded-For` lie beyond the last trusted one and never count.
 */
export function trustOf(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}

function isVague(text: string): boolean {
  return ['true', 'on'].includes(text.trim().toLowerCase());
}
