/**
 * What our own provider's discovery document says of the ways that a browser takes, without asking for it: the
 * portal's pages carry it, which spares every login a round trip.
 */
export function ownMetadata(issuer: string): Readonly<Record<string, string>> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/session/end`,
    jwks_uri: `${issuer}/jwks`,
  };
}
