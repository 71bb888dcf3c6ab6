/** The three brands of the product (§A10). */
export type Variant = 'generic' | 'fm' | 'carpetline';

/** Where the embedded provider lives on each host; one issuer per host, so that the silent frame is same-origin. */
export const providerPath = '/oidc';

/** A host of the table, as browsers reach it. */
export interface Site {
  /** `https://fm.example.nl`, with the port if it is not the usual one. */
  readonly origin: string;
  readonly issuer: string;
  readonly variant: Variant;
}

/** How hosts are told apart. */
export interface SiteOptions {
  /** The brand of a host name without port, or null when the host is not in the table. */
  brandFor(hostname: string): Variant | null;
  /** The first host name of a brand, or null when it has none of its own. */
  hostFor(brand: Variant): string | null;
  readonly publicScheme: 'http' | 'https';
}

/**
 * The site of a `Host` header, or null when it is not one of ours. The port is taken as the browser sent it: behind
 * a proxy or a mapped port it is not the port that we listen on.
 */
export function siteOf(options: SiteOptions, host: string): Site | null {
  const [, hostname, port] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/.exec(host.toLowerCase()) ?? [];
  if (hostname === undefined || Number(port ?? 0) > 65_535) return null;
  const variant = options.brandFor(hostname);
  if (variant === null) return null;
  const usual = options.publicScheme === 'https' ? '443' : '80';
  const origin = `${options.publicScheme}://${hostname}${port === undefined || port === usual ? '' : `:${port}`}`;
  return { origin, issuer: `${origin}${providerPath}`, variant };
}

/**
 * The address of a path in a brand's own portal, for a mail that a request makes: on the brand's host, by the port that
 * the request came in by; without such a host on the request's own, below `/v/{brand}` (§A10). Null for a foreign host.
 */
export function brandUrl(options: SiteOptions, brand: Variant, host: string, path: string): string | null {
  const here = siteOf(options, host);
  if (here === null) return null;
  if (here.variant === brand) return `${here.origin}${path}`;
  const hostname = options.hostFor(brand);
  if (hostname === null) return `${here.origin}/v/${brand}${path}`;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const there = siteOf(options, `${hostname}${port}`);
  return there && `${there.origin}${path}`;
}

/** Whether an issuer is that of one of our hosts. */
export function isOwnIssuer(options: SiteOptions, issuer: string): boolean {
  const host = /^https?:\/\/([^/]+)\//.exec(issuer)?.[1];
  return host !== undefined && siteOf(options, host)?.issuer === issuer;
}
