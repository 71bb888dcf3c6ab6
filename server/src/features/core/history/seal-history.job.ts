import { randomBytes } from 'node:crypto';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { firstHash, hashOf, personalHashOf } from './seal.rules.ts';
import * as repository from './seals.repository.ts';

/** Seals the lines of the history that were written since, every five minutes (decision 0151). */
export const sealHistoryJob = defineJob<object>('core-seal-history', {
  retries: 1,
  expireSeconds: 1800,
  cron: '*/5 * * * *',
});

const batchSize = 2000;
// A line is written when its transaction ends, with the moment at which that began.
const overlapMs = 24 * 3600 * 1000;

/** Seals what has no seal, company by company; writers never wait for it. Gives the number of seals. */
export async function sealHistory({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<number> {
  let sealed = 0;
  for (const companyId of await repository.listCompanies(db)) {
    for (;;) {
      const added = await sealBatch({ db, now }, companyId);
      sealed += added;
      if (added < batchSize) break;
    }
  }
  log.info({ sealed }, 'history sealed');
  return sealed;
}

function sealBatch({ db, now }: Pick<Services, 'db' | 'now'>, companyId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockByKey(tx, advisoryLocks.historySeals(companyId));
    const last = await repository.findLast(tx, companyId);
    const lines = await repository.listUnsealed(tx, companyId, before(last?.lineId), batchSize);
    let previous = last?.hash ?? firstHash;
    const seals = lines.map((line, index): repository.NewSeal => {
      const salt = randomBytes(16).toString('hex');
      const { userName, changes, ...known } = line;
      const number = (last?.number ?? 0) + index + 1;
      const sealed = { ...known, companyId, number, personalHash: personalHashOf(salt, userName, changes) };
      previous = hashOf(previous, sealed);
      return { ...sealed, hash: previous, salt };
    });
    if (seals.length > 0) await repository.insert(tx, seals, now());
    return seals.length;
  });
}

// The smallest id of a moment that is a day before that of this one.
function before(lineId: string | undefined): string {
  if (lineId === undefined) return noCompany;
  const at = Number.parseInt(lineId.replaceAll('-', '').slice(0, 12), 16);
  const hex = Math.max(0, at - overlapMs)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
