import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStorageFull } from '../storage-full.ts';
import { filesInFolder } from './files.ts';
import { diskCheck } from './disk-check.ts';

let folder: string;
let isMounted = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-room-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    // Only root of a machine that may mount has a disk that fills at will.
  }
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

describe('space in a folder', () => {
  test('is asked for once in a while, by writing and by counting', async () => {
    let now = 0;
    const check = diskCheck(folder, { minFree: 1, now: () => now });
    expect(await check()).toBe(true);
    expect((await readdir(folder)).filter((name) => name.startsWith('.probe'))).toEqual([]);
    expect(await diskCheck(folder, { minFree: Number.MAX_SAFE_INTEGER })()).toBe(false);
    const first = check();
    expect(check()).toBe(first);
    now = 5000;
    expect(check()).not.toBe(first);
  });

  test('is missing where nothing can be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(diskCheck(join(file, 'below'))()).rejects.toThrow(/ENOTDIR|ENOENT/);
    await rm(file);
  });

  test('is missing on a full disk, which keeps no half files', async (context) => {
    if (!isMounted) return context.skip('needs root and tmpfs');
    const files = filesInFolder(join(folder, 'files'));
    const stored = await files.put(Buffer.alloc(100_000, 1));
    const failure: unknown = await files.put(Buffer.alloc(2_000_000, 2)).catch((error: unknown) => error);
    expect(isStorageFull(failure)).toBe(true);
    expect((await readdir(join(folder, 'files'))).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await files.get(stored)).toHaveLength(100_000);
    for (let number = 0; number < 20; number += 1)
      await files.put(Buffer.alloc(100_000, number + 10)).catch(() => undefined);
    await writeFile(join(folder, 'rest'), Buffer.alloc(1_000_000)).catch(() => undefined);
    await expect(diskCheck(folder, { minFree: 1 })().catch(() => false)).resolves.toBe(false);
  });
});

test.each([
  [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('quota exceeded'), { code: 'EDQUOT' }), true],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), true],
  [new Error('keeping failed', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) }), true],
  [Object.assign(new Error('gone'), { code: 'ENOENT' }), false],
  [new Error('x'), false],
  ['ENOSPC', false],
])('%s says that the storage is full: %s', (error, isFull) => {
  expect(isStorageFull(error)).toBe(isFull);
});
