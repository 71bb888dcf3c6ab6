import { createServer } from 'node:http';
import { generateKeyPair, exportJWK } from 'jose';
import Provider, { type ProviderContext } from 'oidc-provider';
import { z } from 'zod';

/** Somebody in a company's own directory. */
interface DirectoryPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  /** Claims that are left out, and where they are found (OpenID Connect Core 5.6.2). */
  readonly _claim_names?: Readonly<Record<string, string>>;
  readonly _claim_sources?: Readonly<Record<string, object>>;
}

/** What the directory says of how somebody signed in there. */
interface DirectoryProof {
  readonly amr?: readonly string[];
  readonly acr?: string;
  /** Leaves out when they signed in, as directories do that know no `max_age`. */
  readonly withoutAuthTime?: boolean;
  /** How long ago they signed in, in seconds, whatever they were asked. */
  readonly ago?: number;
}

/** A company's own directory: another provider, on an address of its own. */
export interface CompanyDirectory {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who signs in from now on, without being asked. */
  person: DirectoryPerson;
  /** How they do, from now on. */
  how: DirectoryProof;
  /** Goes there as a browser does; gives the address that it is sent back to. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts one that sends people back to these addresses. */
export async function startDirectory(redirectUris: readonly string[]): Promise<CompanyDirectory> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const [clientId, clientSecret] = ['balie', 'geheim:van de klant/1'];
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const state: { person: DirectoryPerson; how: DirectoryProof } = { person: { sub: 'nobody' }, how: {} };
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    claims: { openid: ['sub', 'email', 'email_verified', 'groups', 'amr', 'acr'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: async (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_: unknown, accountId: string) => ({
      accountId,
      claims: async () => state.person,
    }),
    loadExistingGrant: async (ctx: ProviderContext) => {
      const grant = new provider.Grant({ accountId: ctx.oidc.account?.accountId ?? '', clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['for a test'] },
  });
  const handle = provider.callback();
  server.on('request', (request, reply) => {
    if (request.url?.startsWith('/interaction/') !== true) return void handle(request, reply);
    const { amr, acr, ago = 0 } = state.how;
    const ts = Math.floor(Date.now() / 1000) - ago;
    void provider.interactionFinished(request, reply, {
      login: { accountId: state.person.sub, ts, ...(amr && { amr: [...amr] }), ...(acr && { acr }) },
    });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    get how() {
      return state.how;
    },
    set how(how) {
      state.how = how;
    },
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    async visit(url) {
      const jar = new Map<string, string>();
      const first = new URL(url);
      if (state.how.withoutAuthTime === true) first.searchParams.delete('max_age');
      let next = first.href;
      while (next.startsWith(issuer)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location === null)
          throw new Error(`the directory answered ${reply.status}: ${await reply.text()}`);
        next = new URL(location, next).href;
      }
      return next;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
