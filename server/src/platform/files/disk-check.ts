import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const minFreeBytes = 64 * 1024 * 1024;
const freshForMs = 5000;

/**
 * Readiness of a folder: it is writable and has free space. Checks the disk at most every few seconds, however often
 * supervisors ask and whatever the clock is set to. Throws the error of the disk.
 */
export function diskCheck(
  folder: string,
  options: { readonly minFree?: number; readonly now?: () => number } = {},
): () => Promise<boolean> {
  const { minFree = minFreeBytes, now = () => performance.now() } = options;
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    if (last === undefined || now() - last.at >= freshForMs)
      last = { at: now(), answer: hasSpace(folder, minFree) };
    return last.answer;
  };
}

async function hasSpace(folder: string, minFree: number): Promise<boolean> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // More than fits beside the name of a file, so that a block is allocated.
    await writeFile(probe, Buffer.alloc(4096), { flag: 'wx', mode: 0o600 });
  } finally {
    await rm(probe, { force: true });
  }
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFree;
}
