import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';

const tokens = z.object({ access_token: z.string(), id_token: z.string(), expires_in: z.number() });

/** What the token endpoint gives. */
export type Tokens = z.output<typeof tokens>;

/** A login that the portal has begun: where it leads, and what the portal must remember for the end. */
export interface BegunLogin {
  readonly reply: LightMyRequestResponse;
  readonly location: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A browser with the portal in it, as far as sign-in can tell: keeps cookies by path, follows nothing by itself. */
export class Browser {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly ip: string;
  readonly #jar = new Map<string, { value: string; path: string }>();

  constructor(app: FastifyInstance, host = 'localhost', ip = '198.51.100.7') {
    this.app = app;
    this.host = host;
    this.ip = ip;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** The same browser, served by another process of the product. */
  at(app: FastifyInstance): Browser {
    const other = new Browser(app, this.host, this.ip);
    for (const [name, cookie] of this.#jar) other.#jar.set(name, cookie);
    return other;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send(url, { method: 'GET', headers });
  }

  async post(
    url: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.origin, ...headers },
      payload: new URLSearchParams(form).toString(),
    });
  }

  async #send(url: string, request: InjectOptions): Promise<LightMyRequestResponse> {
    const { pathname } = new URL(url, this.origin);
    const cookies = [...this.#jar].filter(([, { path }]) => pathname.startsWith(path));
    const reply = await this.app.inject({
      ...request,
      url: url.replace(this.origin, ''),
      headers: {
        host: this.host,
        'x-forwarded-for': this.ip,
        cookie: cookies.map(([name, { value }]) => `${name}=${value}`).join('; '),
        ...request.headers,
      },
    });
    for (const { name, value, path = '/', expires } of reply.cookies) {
      if (value === '' || (expires && expires.getTime() < Date.now())) this.#jar.delete(name);
      else this.#jar.set(name, { value, path });
    }
    return reply;
  }

  /** What the browser keeps under this name. */
  cookie(name: string): string | undefined {
    return this.#jar.get(name)?.value;
  }

  /** Puts a cookie into the browser, as one of before. */
  keep(name: string, value: string, path: string): void {
    this.#jar.set(name, { value, path });
  }

  /** Begins a login as the portal does. */
  async begin(extra: Record<string, string> = {}): Promise<BegunLogin> {
    const verifier = randomBytes(32).toString('base64url');
    const redirectUri = extra['redirect_uri'] ?? `${this.origin}/callback`;
    const query = new URLSearchParams({
      client_id: 'balie-portal',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      audience: 'balie-api',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    });
    const reply = await this.get(`/oidc/auth?${query.toString()}`);
    return { reply, verifier, redirectUri, location: reply.headers.location ?? '' };
  }

  /** Types e-mail and password on the login page; the answer is where the portal is called back. */
  async logIn(email: string, password: string): Promise<{ begun: BegunLogin; answer: URL }> {
    const begun = await this.begin();
    const submitted = await this.post(begun.location, { email, password });
    if (submitted.statusCode !== 303) throw new Error(`the login page answered ${submitted.statusCode}`);
    const resumed = await this.get(String(submitted.headers.location));
    return { begun, answer: new URL(String(resumed.headers.location)) };
  }

  /** Exchanges the code of an answer. */
  async redeem(begun: BegunLogin, answer: URL): Promise<LightMyRequestResponse> {
    return this.post('/oidc/token', {
      grant_type: 'authorization_code',
      client_id: 'balie-portal',
      code: answer.searchParams.get('code') ?? '',
      redirect_uri: begun.redirectUri,
      code_verifier: begun.verifier,
    });
  }

  /** The whole way in, from the portal to its tokens. */
  async signIn(email: string, password: string): Promise<Tokens> {
    const { begun, answer } = await this.logIn(email, password);
    return tokens.parse((await this.redeem(begun, answer)).json());
  }

  /** Asks for tokens without a page, as the hidden frame does: the tokens, or the provider's error. */
  async renew(): Promise<Tokens | string> {
    const begun = await this.begin({ prompt: 'none', redirect_uri: `${this.origin}/silent-callback.html` });
    const answer = new URL(begun.location);
    const error = answer.searchParams.get('error');
    return error ?? tokens.parse((await this.redeem(begun, answer)).json());
  }

  /** Signs out as the portal does. */
  async signOut(idToken: string): Promise<LightMyRequestResponse> {
    const query = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.origin}/`,
    });
    return this.get(`/oidc/session/end?${query.toString()}`);
  }
}
