import { createServer } from 'node:http';
import { generateKeyPair, exportJWK } from 'jose';
import Provider, { type ProviderContext } from 'oidc-provider';
import { z } from 'zod';

/** Somebody in a company's own directory. */
interface DirectoryPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A company's own directory: another provider, on an address of its own. */
export interface CompanyDirectory {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who signs in from now on, without being asked. */
  person: DirectoryPerson;
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
  const state: { person: DirectoryPerson } = { person: { sub: 'nobody' } };
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    claims: { openid: ['sub', 'email', 'email_verified'] },
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
    void provider.interactionFinished(request, reply, { login: { accountId: state.person.sub } });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    async visit(url) {
      const jar = new Map<string, string>();
      let next = url;
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
