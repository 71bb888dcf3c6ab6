import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
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
    /** The data folder of a stopped product with the demo companies, whose documents are read; null: none could be kept. */
    balieDemoFolder: string | null;
  }
}

/** Vitest's global setup: one product is filled, and each file of journeys starts from a copy of its data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-demo-'));
  // As root the database runs under another account, which must get through.
  await chmod(folder, 0o711);
  const dataFolder = join(folder, 'data');
  const product = await startProduct({ demo: true, dataFolder });
  await workDone(product);
  await product.stop({ keep: true });
  // Where the account of the database cannot use the folder its data lies elsewhere, and a copy would share it.
  const canBeCopied = existsSync(join(dataFolder, 'postgres'));
  if (!canBeCopied) console.warn('The filled product cannot be copied: each file of journeys fills its own.');
  project.provide('balieDemoFolder', canBeCopied ? dataFolder : null);
  return () => rm(folder, { recursive: true, force: true });
}

/** Starts a product with the demo companies on data of its own. */
export async function startDemo(
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Product> {
  const filled = inject('balieDemoFolder');
  if (filled === null) return startProduct({ ...options, demo: true });
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-'));
  await copyFolder(filled, dataFolder);
  return startProduct({ ...options, demo: true, dataFolder });
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
