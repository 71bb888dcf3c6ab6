import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { familyOf, killOutright } from '../kill/processes.ts';
import { killWhileWriting } from '../support/kills.ts';

// The long form of tests/kill/kill.test.ts.
let folder: string;
let pid: number | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-kills-'));
});
afterAll(async () => {
  if (pid !== null) killOutright(familyOf(pid));
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('40 times killed in the middle of writes, and every acknowledged write is there', async () => {
  await killWhileWriting(folder, 40, (running) => (pid = running));
  pid = null;
});
