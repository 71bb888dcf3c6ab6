import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { indexPages, listUnindexed } from './page-search.repository.ts';

/** Makes pages findable that were stored without it, every hour (decision 0146). */
export const indexPagesJob = defineJob<object>('documents-index-pages', {
  retries: 1,
  expireSeconds: 3500,
  cron: '12 * * * *',
});

const batchSize = 200;

/** Adds what is missing, company by company, the newest last; gives how many pages that were. */
export async function indexAllPages({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute();
  let added = 0;
  for (const { id } of companies) added += await indexCompany(db, id);
  if (added > 0) log.info({ added }, 'pages made findable');
  return added;
}

async function indexCompany(db: Db, companyId: string): Promise<number> {
  let added = 0;
  let above = noCompany;
  for (;;) {
    const pages = await listUnindexed(db, companyId, above, batchSize);
    await db.transaction().execute((tx) => indexPages(tx, companyId, pages));
    added += pages.length;
    const last = pages.at(-1);
    if (!last || pages.length < batchSize) return added;
    above = last.documentId;
  }
}
