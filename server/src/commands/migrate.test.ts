import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
let folder: string;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-migrate-'));
  await chmod(folder, 0o711);
  env = {
    ...process.env,
    BALIE_DATA: folder,
    BALIE_DEMO: 'false',
    BALIE_MIGRATE: 'false',
    PORT: '0',
    LANG: 'C',
    LC_ALL: 'C',
    LOG_LEVEL: 'error',
  };
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const start = () => spawn(process.execPath, [file('main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });

async function refusal(): Promise<string> {
  const child = start();
  let said = '';
  child.stderr.on('data', (part) => (said += String(part)));
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  return said;
}

test('with BALIE_MIGRATE=false a start on an older schema refuses in a sentence, and npm run migrate mends it', async () => {
  const names = await migrationNames();
  const [before, newest] = [names.at(-2) ?? '', names.at(-1) ?? ''];
  const database = await startEmbedded({ dataFolder: folder, log: console });
  await migrate(database.ownerConfig, database.appConfig.user, before);
  await database.stop();
  const sentence = `The database still lacks ${newest}`;
  expect(await refusal()).toContain(sentence);
  // It changed nothing.
  expect(await refusal()).toContain(sentence);

  const { stdout } = await promisify(execFile)(process.execPath, [file('commands/migrate.ts')], { env });
  expect(stdout).toContain('1 migrations applied');

  const child = start();
  let said = '';
  child.stdout.on('data', (part) => (said += String(part)));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Ready in');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
}, 180_000);
