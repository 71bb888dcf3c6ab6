/** What the server writes into index.html for each host, as meta tags `balie:{name}`. */
export interface Settings {
  /** Brand of the host: `generic`, `fm` or `carpetline`. */
  readonly variant: string;
  /** The build of the portal that this page is of. */
  readonly build: string;
  /** Address of the OpenID provider. */
  readonly issuer: string;
  /** What the provider says of itself (its discovery document), as JSON; empty where the browser has to ask. */
  readonly provider: string;
  readonly clientId: string;
  readonly audience: string;
  /** Claim of the access token that lists the permissions. */
  readonly permissionsClaim: string;
  /** The share of people's actions that is traced, 0 to 1; empty where nothing is. */
  readonly tracing: string;
  /** Lets the kit's style elements through the content security policy. */
  readonly styleNonce: string;
}

/** Reads the settings; an absent tag reads as an empty text, so that the page can still say what is wrong. */
export function readSettings(page: Document): Settings {
  const meta = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name="balie:${name}"]`)?.content ?? '';
  return {
    variant: meta('variant'),
    build: meta('build'),
    issuer: meta('issuer'),
    provider: meta('provider'),
    clientId: meta('client-id'),
    audience: meta('audience'),
    permissionsClaim: meta('permissions-claim'),
    tracing: meta('tracing'),
    // The attribute is hidden from scripts and styles that read the page; the property is not.
    styleNonce: page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
  };
}
