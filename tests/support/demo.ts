import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Product, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a stopped product with the demo companies, whose documents are read. */
    balieDemoFolder: string;
  }
}

/** Vitest's global setup: one product is filled, and each file of journeys starts from a copy of its data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataFolder, remove } = await provideFolder(project);
  await fill(dataFolder);
  return remove;
}

/** Names the folder of the filled product, which the first that asks for it fills; `remove` is for the end of the run. */
export async function provideFolder(
  project: TestProject,
): Promise<{ dataFolder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-demo-'));
  // As root the database runs under another account, which must get through.
  await chmod(folder, 0o711);
  const dataFolder = join(folder, 'data');
  project.provide('balieDemoFolder', dataFolder);
  return { dataFolder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function fill(dataFolder: string): Promise<void> {
  const product = await startProduct({ demo: true, dataFolder });
  await workDone(product);
  await product.stop({ keep: true });
  if (!canBeCopied(dataFolder))
    console.warn('The filled product cannot be copied: each file of tests fills its own.');
}

/** Where the account of the database cannot use the folder its data lies elsewhere, and a copy would share it. */
const canBeCopied = (dataFolder: string) => existsSync(join(dataFolder, 'postgres'));

/** Starts a product with the demo companies on data of its own: a new folder, or the one that is given. */
export async function startDemo(
  options: { readonly env?: Readonly<Record<string, string>>; readonly dataFolder?: string } = {},
): Promise<Product> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'balie-')));
  await copyDemo(dataFolder);
  return startProduct({ ...options, demo: true, dataFolder });
}

/** Puts the data of the filled product into a folder. */
export async function copyDemo(dataFolder: string): Promise<void> {
  const filled = inject('balieDemoFolder');
  if (!existsSync(filled)) await fill(filled);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  if (canBeCopied(filled)) await copyFolder(filled, dataFolder);
}

/** PostgreSQL refuses a folder whose owner or mode changed; `cp` keeps both, and shares blocks where it can. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-Rp', `${from}/.`, to]);
}

/** Waits until the worker has read every document of the demo and nothing waits in the queue. */
async function workDone(product: Product): Promise<void> {
  const client = new pg.Client(product.owner);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select (select count(*) from documents where state < 2)
              + (select count(*) from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()) as open`,
      );
      if (Number(rows[0]?.open) === 0) return;
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}
