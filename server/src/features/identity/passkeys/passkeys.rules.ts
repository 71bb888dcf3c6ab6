import type { Passkey } from '#contract/identity/security.ts';
import type { Site, SiteOptions } from '../sites.ts';
import type { StoredPasskey } from './passkeys.repository.ts';

/** The names of hosts that passkeys are made for. */
export interface PasskeyHosts {
  /** For browsers that know no related origins. */
  readonly own: string;
  /** One for all brands; null without https. */
  readonly related: string | null;
}

/**
 * What a passkey of a site is made for (decision 0135): the first host of the settings, of which a browser asks
 * whether it knows the others, or just this one. Browsers ask by https at port 443 only.
 */
export function passkeyHosts({ hostname }: Site, sites: SiteOptions): PasskeyHosts {
  const all = sites.allSites();
  const first = all[0]?.hostname ?? hostname;
  const isSecure = all.every(({ origin, port }) => origin.startsWith('https:') && port === 443);
  if (!isSecure) return { own: hostname, related: null };
  // Below the first host browsers take its name without asking anybody.
  return { own: hostname.endsWith(`.${first}`) ? first : hostname, related: first };
}

/** The addresses that may use a passkey of the first host, for `/.well-known/webauthn`; null without https. */
export function relatedOrigins(sites: SiteOptions): string[] | null {
  const all = sites.allSites();
  const [first] = all;
  if (!first || passkeyHosts(first, sites).related === null) return null;
  return all.map(({ origin }) => origin);
}

/** How people signed in with a passkey, as RFC 8176 names it: a key, a person, and both together a second factor. */
export const passkeyMethods = ['pop', 'user', 'mfa'] as const;

/** A passkey as its person sees it on a site. */
export function passkeyView(
  { id, name, createdAt, lastUsedAt, rpId }: StoredPasskey,
  site: Site,
  sites: SiteOptions,
): Passkey {
  const { related } = passkeyHosts(site, sites);
  return { id, name, createdAt, lastUsedAt, host: rpId === related ? null : rpId };
}
