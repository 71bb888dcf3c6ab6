import type { default as Provider, ProviderContext } from 'oidc-provider';
import type { ProgramDirectory } from '../directory.ts';
import { signingAlgorithm } from './signing-keys.ts';

/** The claim of an access token that names the client secret it was got with; only tokens of programs have it. */
export const secretClaim = 'client_secret_id';

/** The programs as clients of the provider; they may ask for tokens for themselves, and for nothing else. */
export class ProgramClients {
  readonly #programs: ProgramDirectory;

  constructor(programs: ProgramDirectory) {
    this.#programs = programs;
  }

  async find(clientId: string): Promise<object | undefined> {
    if (!(await this.#programs.exists(clientId))) return undefined;
    return {
      client_id: clientId,
      // The library wants one; ours are stored as hashes, and compared below.
      client_secret: 'stored as a hash',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: signingAlgorithm,
    };
  }
}

/** Has the provider compare secrets of programs with the stored hashes. */
export function takeProgramSecrets(provider: Provider, programs: ProgramDirectory): void {
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(actual) {
    return (await programs.findSecret(this.clientId, actual)) !== null;
  };
}

/** Claims of the access token of a program: its rights are read from the database with each request (§A5). */
export async function programClaims(
  programs: ProgramDirectory,
  { req, oidc }: ProviderContext,
): Promise<Record<string, unknown>> {
  const secret = oidc.params['client_secret'] ?? basicSecretOf(req.headers.authorization);
  return { [secretClaim]: await programs.findSecret(oidc.client?.clientId ?? '', secret) };
}

// The library has read it before, and refused what is no such header.
function basicSecretOf(header = ''): string {
  const text = Buffer.from(header.split(' ')[1] ?? '', 'base64').toString('utf8');
  return decodeURIComponent(text.slice(text.indexOf(':') + 1));
}
