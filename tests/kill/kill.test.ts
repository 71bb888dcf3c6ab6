import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytesOf, fileBody, sendPart } from '#server/app/testing/leaving-clients.ts';
import { killWhileWriting } from '../support/kills.ts';
import { killAndRetry } from '../support/retries.ts';
import { familyOf, haveEnded, killOutright } from './processes.ts';

// The short forms of tests/torture/kills.test.ts and aborts.test.ts, one after the other on one data folder: it is filled
// once, and its demo documents are still being read in the first rounds.
let folder: string;
let pid: number | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-kill-'));
});
// What failed leaves the folder to the next.
afterEach(async () => {
  if (pid === null) return;
  const family = familyOf(pid);
  killOutright(family);
  await haveEnded(family);
  pid = null;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

// Of the database, the server alone, the database twice, and everything.
test('5 times killed in the middle of writes, and every acknowledged write is there', () =>
  killWhileWriting(folder, 5, (running) => (pid = running)));

test('what was underway when the product was killed is there once after its retry, and slow clients do not keep it from stopping', async () => {
  const { notOnce, product } = await killAndRetry(folder, 1, 30, (running) => (pid = running));
  expect(notOnce).toEqual([]);

  const family = familyOf(product.pid);
  const token = await product.token('fm@balie.example');
  const sockets = await Promise.all(
    Array.from({ length: 6 }, (_, at) => {
      const post = {
        port: product.port,
        token,
        path: '/api/fmmodule/documents',
        key: `stop-${at}`,
        ...fileBody('a.xml', 'z'.repeat(5000)),
      };
      return sendPart(post, bytesOf(post).length - 500);
    }),
  );
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
  await product.stop({ keep: true });
  pid = null;
  await closed;
  await haveEnded(family);
});
