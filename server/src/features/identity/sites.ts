import type { BrandName } from '#contract/brands.ts';

/** Where the embedded provider lives on each host; one issuer per host, so that the silent frame is same-origin. */
export const providerPath = '/oidc';

/** An address of the settings, as browsers reach it. */
export interface Site {
  readonly hostname: string;
  readonly port: number;
  /** `https://fm.example.nl`, with the port if it is not the usual one. */
  readonly origin: string;
  readonly issuer: string;
  readonly variant: BrandName;
}

/** The addresses that the product has. */
export interface SiteOptions {
  /** Built from the settings alone. A function, since a free port is only known once the server listens. */
  allSites(): readonly Site[];
}

/** The site of a host name and a port. */
export function createSite(
  publicScheme: 'http' | 'https',
  variant: BrandName,
  hostname: string,
  port: number,
): Site {
  const usual = publicScheme === 'https' ? 443 : 80;
  const origin = `${publicScheme}://${hostname}${port === usual ? '' : `:${port}`}`;
  return { hostname, port, origin, issuer: `${origin}${providerPath}`, variant };
}

/**
 * The site that a `Host` header asks for, or null when it is not one of ours. The header only selects among the sites
 * of the settings: no part of it ends up in an address. A header without a port goes by its name alone, since some
 * proxies drop the port.
 */
export function siteOf(options: SiteOptions, host: string): Site | null {
  const [, hostname, port] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/.exec(host.toLowerCase()) ?? [];
  if (hostname === undefined) return null;
  return (
    options
      .allSites()
      .find((site) => site.hostname === hostname && (port === undefined || site.port === Number(port))) ??
    null
  );
}

/**
 * The address of a path in a brand's portal, for mails: on the first host that the settings name for the brand, else
 * below `/v/{brand}` on the first host of all (§A10).
 */
export function brandUrl(options: SiteOptions, brand: BrandName, path: string): string | null {
  const sites = options.allSites();
  const own = sites.find(({ variant }) => variant === brand);
  if (own) return `${own.origin}${path}`;
  const [first] = sites;
  return first ? `${first.origin}/v/${brand}${path}` : null;
}

/** Whether an issuer is that of one of our sites. */
export function isOwnIssuer(options: SiteOptions, issuer: string): boolean {
  return options.allSites().some((site) => site.issuer === issuer);
}
