import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readSecretKey } from '#server/app/secret-key.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import { issueOwnToken } from '#server/features/identity/index.ts';
import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';
import { joinEmbedded } from '#server/platform/db/embedded.ts';

/** A running product on a data folder of its own. */
export interface Product {
  readonly port: number;
  /** The server's process. */
  readonly pid: number;
  readonly dataFolder: string;
  /** What it printed until it was ready. */
  readonly said: string;
  /** Address of a brand: `at('fm')`. */
  at(brand: 'generic' | 'fm' | 'carpetline'): string;
  /** Password of all demo logins. */
  password(): Promise<string>;
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings;
  /** An access token of this person, good for an hour. */
  token(email: string): Promise<string>;
  query(sql: string, values?: readonly unknown[]): Promise<void>;
  /** Stops it in order. The data folder stays with `keep`, for a next start. */
  stop(options?: { readonly keep: boolean }): Promise<void>;
}

/** Starts the product as `npm start` does, on a free port, without demo data unless asked for. */
export async function startProduct(
  options: {
    readonly demo?: boolean;
    readonly dataFolder?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Product> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'balie-')));
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
  const env = {
    ...process.env,
    BALIE_DATA: dataFolder,
    PORT: '0',
    BALIE_DEMO: String(options.demo ?? false),
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...options.env,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { port, said } = await readyPort(child, Number(env.PORT));
  const { ownerConfig, appConfig } = await joinEmbedded({ dataFolder, log: console });
  const client = new pg.Client(ownerConfig);
  await client.connect();
  // Who kills the product kills this connection too.
  client.on('error', () => undefined);
  return {
    port,
    pid: child.pid ?? 0,
    dataFolder,
    said,
    at: (brand) => `http://${brand === 'generic' ? '' : `${brand}.`}localhost:${port}`,
    password: async () => (await readFile(join(dataFolder, 'demo-password'), 'utf8')).trim(),
    owner: ownerConfig,
    app: appConfig,
    async token(email) {
      const db = createDb(createPool({ ...appConfig, max: 1 }));
      try {
        const token = await issueOwnToken(
          {
            db,
            directory: directoryOf(db),
            secretKey: await readSecretKey(dataFolder, undefined),
            issuer: `http://localhost:${port}/oidc`,
            clientId: 'balie-portal',
            audience: 'balie-api',
            permissionsClaim: 'permissions',
            lifetimeSeconds: 3600,
          },
          email,
        );
        if (token === null) throw new Error(`no user ${email}`);
        return token;
      } finally {
        await db.destroy();
      }
    },
    async query(sql, values = []) {
      await client.query(sql, [...values]);
    },
    async stop({ keep } = { keep: false }) {
      await client.end();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!keep) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

// With `PORT=0` it says which one it took; behind a proxy it names the hosts of that only.
function readyPort(child: ChildProcess, given: number): Promise<{ port: number; said: string }> {
  let said = '';
  return new Promise((resolve, reject) => {
    // It is read to the end: who leaves breaks the pipe.
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (!said.includes('Ready in')) return;
      const port = given || Number(/http:\/\/localhost:(\d+)\//.exec(said)?.[1]);
      if (port) resolve({ port, said });
    });
    child.once('close', () => reject(new Error(`the product did not start:\n${said}`)));
  });
}
