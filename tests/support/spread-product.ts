import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSecretKey } from '#server/app/secret-key.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import { issueOwnToken } from '#server/features/identity/index.ts';
import type { Db } from '#server/platform/db/database.ts';

/** Where the processes of a spread product are. */
export interface SpreadPlace {
  readonly url: string;
  readonly ownerUrl: string;
  readonly dataFolder: string;
}

/** What a request got; status 0 where no answer came. */
export interface Reply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** One server process, with its worker, of a product whose database is spread; it may be killed and started again. */
export class SpreadServer {
  readonly port: number;
  readonly #place: SpreadPlace;
  readonly #tokens = new Map<string, string>();
  #child: ChildProcess | undefined;

  constructor(place: SpreadPlace, port: number) {
    this.#place = place;
    this.port = port;
  }

  async start(): Promise<void> {
    const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
    const env = {
      ...process.env,
      BALIE_DATA: this.#place.dataFolder,
      DATABASE_URL: this.#place.url,
      DATABASE_OWNER_URL: this.#place.ownerUrl,
      PORT: String(this.port),
      BALIE_DEMO: 'false',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: '1000000000',
      NODE_ENV: 'production',
    };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    for (let waited = 0; !said.includes('Ready in'); waited += 50) {
      if (child.exitCode !== null || waited > 120_000) throw new Error(`the product did not start:\n${said}`);
      await sleep(50);
    }
  }

  /** `kill -9`, and the next start when it has ended. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Signs a person in for the requests that follow. */
  async signIn(db: Db, email: string): Promise<void> {
    const token = await issueOwnToken(
      {
        db,
        directory: directoryOf(db),
        secretKey: await readSecretKey(this.#place.dataFolder, undefined),
        issuer: `http://localhost:${this.port}/oidc`,
        clientId: 'balie-portal',
        audience: 'balie-api',
        permissionsClaim: 'permissions',
        lifetimeSeconds: 6 * 3600,
      },
      email,
    );
    if (token === null) throw new Error(`no user ${email}`);
    this.#tokens.set(email, token);
  }

  /** Asks as a person; a connection that breaks is status 0. */
  ask(
    email: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, key }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.#tokens.get(email) ?? ''}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return new Promise((resolve) => {
      const lost = () => resolve({ status: 0, retryAfter: undefined, body: '' });
      const sent = request(
        { host: 'localhost', port: this.port, path, method, headers, timeout: 60_000 },
        (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => (text += String(chunk)));
          answer.on('error', lost);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfter: answer.headers['retry-after'],
              body: text,
            }),
          );
        },
      );
      sent.on('error', lost);
      sent.on('timeout', () => sent.destroy());
      sent.end(body && JSON.stringify(body));
    });
  }
}
