import { readFileSync } from 'node:fs';
import { familyOf } from '../kill/processes.ts';
import type { Product } from './product.ts';

/** Lets the worker of a product stand still while somebody looks at what a quick one would be done with. */
export async function whileWorkerWaits({ pid }: Product, look: () => Promise<void>): Promise<void> {
  const workers = familyOf(pid).filter((each) =>
    readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('worker.ts'),
  );
  if (workers.length === 0) throw new Error('the product has no worker');
  for (const worker of workers) process.kill(worker, 'SIGSTOP');
  try {
    await look();
  } finally {
    for (const worker of workers) process.kill(worker, 'SIGCONT');
  }
}
