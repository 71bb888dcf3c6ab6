import type { Services } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { substitutesOf } from '../absences/absences.repository.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import { listSettings } from '../settings/settings.repository.ts';
import { takeUnmailed } from './links.repository.ts';
import { sendLink } from './links.service.ts';

/** Every five minutes: people are mailed about the turns that came to them. */
export const turnMailsJob = defineJob<object>('invoicing-turn-mails', {
  retries: 1,
  expireSeconds: 240,
  cron: '*/5 * * * *',
});

// What was decided a moment ago may be taken back still.
const settledAfterMs = 60_000;

export async function mailTurns(services: Pick<Services, 'db' | 'jobs' | 'now' | 'mail'>): Promise<void> {
  const { db, now, mail } = services;
  if (mail === null) return;
  const before = new Date(now().getTime() - settledAfterMs);
  for (const { companyId, mailsTurns } of await listSettings(db)) {
    if (!mailsTurns) continue;
    const turns = await inTransaction(db, (tx) => takeUnmailed(tx, companyId, before));
    const substitutes = await substitutesOf(db, companyId, [...new Set(turns.map(({ userId }) => userId))]);
    for (const { invoiceId, userId: owner } of turns) {
      const userId = substitutes.get(owner)?.id ?? owner;
      if (await mayApprove(db, companyId, userId)) await sendLink(services, { companyId, invoiceId, userId });
    }
  }
}
