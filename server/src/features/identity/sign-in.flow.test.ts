import { createHash, randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { createTokenVerifier, type VerifyToken } from '#server/platform/auth/access-token.ts';
import { createLocalKeys } from '#server/platform/auth/token-keys.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { mountErrors } from '#server/platform/http/errors.ts';
import { mountSchemas } from '#server/platform/http/schemas.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { type Account, type AccountDirectory, isOwnIssuer, loadPublicKeys, mountSignIn, setPassword, type SignInOptions } from './index.ts';

const password = 'Welkom-2026';
let database: TestDatabase;
let db: Db;
let app: FastifyInstance;
let verify: VerifyToken;
let now = new Date();
let account: Account;
let options: SignInOptions;

const sites = {
  brandFor: (hostname: string) =>
    hostname === 'localhost' ? 'generic' as const : hostname === 'fm.localhost' ? 'fm' as const : null,
  publicScheme: 'http' as const,
};

// Stands for the area that keeps users; only what one test switches is kept here.
const changed = new Map<string, Partial<Account>>();
const directory: AccountDirectory = {
  findByEmail: async (email) => (email === account.email ? { ...account, ...changed.get(account.userId) } : null),
  findById: async (id) => (id === account.userId ? { ...account, ...changed.get(id) } : null),
  permissionsOf: async () => ['core.groups.read.company', 'core.groups.read.system', 'fm.deprecated.read'],
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
  options = {
    ...sites,
    db,
    directory,
    clientId: 'balie-portal',
    audience: 'balie-api',
    permissionsClaim: 'permissions',
    secretKey: new Uint8Array(32).fill(9),
    now: () => now,
  };
  app = await start();
  verify = createTokenVerifier({
    isIssuer: (issuer) => isOwnIssuer(sites, issuer),
    audience: 'balie-api',
    keys: createLocalKeys(() => loadPublicKeys(db)),
  });
});

async function start(): Promise<FastifyInstance> {
  const made = Fastify({ trustProxy: true });
  mountErrors(made);
  mountSchemas(made);
  await mountSignIn(made, options);
  await made.ready();
  return made;
}

beforeEach(async () => {
  now = new Date();
  changed.clear();
  const company = await buildCompany(db);
  const user = await buildUser(db, { companyId: company.id, firstName: 'Sanne', lastName: 'de Wit' });
  account = {
    userId: user.id,
    email: user.email,
    firstName: 'Sanne',
    lastName: 'de Wit',
    isActive: true,
    isCompanyActive: true,
    sessionEpoch: 1,
  };
  await setPassword(db, user.id, password, { mustChange: false });
});

afterAll(async () => {
  await app.close();
  await db.destroy();
  await database.drop();
});

/** A browser as far as sign-in can tell: it keeps cookies by path and follows nothing by itself. */
class Browser {
  readonly host: string;
  readonly ip: string;
  readonly jar = new Map<string, { value: string; path: string }>();

  constructor(host = 'localhost', ip = '198.51.100.7') {
    this.host = host;
    this.ip = ip;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  async get(url: string) {
    return this.send({ method: 'GET', url });
  }

  async post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    return this.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.origin, ...headers },
      payload: new URLSearchParams(form).toString(),
    });
  }

  async send(request: InjectOptions & { url: string }) {
    const path = new URL(request.url, this.origin).pathname;
    const cookies = [...this.jar].filter(([, cookie]) => path.startsWith(cookie.path));
    const reply = await app.inject({
      ...request,
      url: request.url.replace(this.origin, ''),
      headers: {
        host: this.host,
        'x-forwarded-for': this.ip,
        cookie: cookies.map(([name, { value }]) => `${name}=${value}`).join('; '),
        ...request.headers,
      },
    });
    for (const { name, value, path: cookiePath = '/', expires } of reply.cookies) {
      if (value === '' || (expires && expires.getTime() < Date.now())) this.jar.delete(name);
      else this.jar.set(name, { value, path: cookiePath });
    }
    return reply;
  }

  /** Starts a login as the portal does; answers where that leads, and what the portal must remember. */
  async authorize(extra: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: 'balie-portal',
      response_type: 'code',
      redirect_uri: `${this.origin}/callback`,
      scope: 'openid profile email',
      audience: 'balie-api',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    });
    const reply = await this.get(`/oidc/auth?${query}`);
    return { reply, verifier, location: String(reply.headers.location), redirectUri: String(query.get('redirect_uri')) };
  }

  async redeem(answer: URL, verifier: string, redirectUri = `${this.origin}/callback`) {
    return this.post('/oidc/token', {
      grant_type: 'authorization_code',
      client_id: 'balie-portal',
      code: String(answer.searchParams.get('code')),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  }

  /** The whole way in, from the portal to its tokens. */
  async signIn(typed = password) {
    const { location, verifier } = await this.authorize();
    const submitted = await this.post(location, { email: account.email, password: typed });
    expect(submitted.statusCode).toBe(303);
    const resumed = await this.get(String(submitted.headers.location));
    const answer = new URL(String(resumed.headers.location));
    expect(answer.searchParams.get('error')).toBeNull();
    return (await this.redeem(answer, verifier)).json<{ access_token: string; id_token: string; expires_in: number }>();
  }

  async renewSilently() {
    const silent = { prompt: 'none', redirect_uri: `${this.origin}/silent-callback.html` };
    const { location, verifier, redirectUri } = await this.authorize(silent);
    return { answer: new URL(location), verifier, redirectUri };
  }
}

test('signing in leads from the login page to a token that the server takes', async () => {
  const browser = new Browser();
  const tokens = await browser.signIn();
  const verified = await verify(tokens.access_token);
  expect(verified).toMatchObject({ issuer: 'http://localhost/oidc', subject: account.userId, sessionEpoch: 1 });
  // Of one action only the widest scope travels.
  expect(verified.claims['permissions']).toEqual(['core.groups.read.system', 'fm.deprecated.read']);
  expect(tokens.expires_in).toBe(600);
});
