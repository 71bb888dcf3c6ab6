import { sql } from 'kysely';
import { usualLimits } from '#contract/core/companies.ts';
import { addDays, dayOfInstant, instantOfAmsterdam } from '#contract/dates.ts';
import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import '../documents.tables.ts';

/** The limits of a company; null is the usual one (§A13). */
export interface Limits {
  readonly documentsPerDay: number | null;
  readonly pagesPerDay: number | null;
  readonly storageMb: number | null;
}

interface Use {
  readonly day: string;
  readonly storedAt: number;
  readonly countedAt: number;
  documents: number;
  readonly pages: number;
  bytes: number;
}

// What a company used is counted from its documents, now and then, so that no upload waits for another one at a counter.
const countsForMs = 10_000;
const storesForMs = 3_600_000;
const maxKnown = 10_000;
const known = new Map<string, Use>();

/**
 * Refuses an upload of a company that is at one of its limits: 429 until midnight, or 413 where its storage is full (§A13).
 * What other processes take in meanwhile is seen within ten seconds.
 */
export async function refuseOverLimit(
  ctx: Pick<Context, 'db' | 'now'>,
  owner: { readonly companyId: string } & Limits,
  files: readonly { readonly bytes: number }[],
): Promise<void> {
  const use = await usedBy(ctx, owner.companyId);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const limits = {
    documents: owner.documentsPerDay ?? usualLimits.documentsPerDay,
    pages: owner.pagesPerDay ?? usualLimits.pagesPerDay,
    megabytes: owner.storageMb ?? usualLimits.storageMb,
  };
  if (use.documents + files.length > limits.documents)
    throw untilMidnight(ctx.now(), use.day, 'documents-of-day', limits.documents);
  if (use.pages >= limits.pages) throw untilMidnight(ctx.now(), use.day, 'pages-of-day', limits.pages);
  if (use.bytes + bytes > limits.megabytes * 1_000_000)
    throw problem.of('too-large', {
      sentence: 'storage-of-company',
      values: { most: String(limits.megabytes) },
    });
  use.documents += files.length;
  use.bytes += bytes;
}

function untilMidnight(now: Date, day: string, sentence: string, most: number) {
  const midnight = Date.parse(instantOfAmsterdam(addDays(day, 1), '00:00'));
  const retryAfterSeconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
  return problem.of('too-many-requests', { retryAfterSeconds, sentence, values: { most: String(most) } });
}

async function usedBy({ db, now }: Pick<Context, 'db' | 'now'>, companyId: string): Promise<Use> {
  const [before, at, day] = [known.get(companyId), Date.now(), dayOfInstant(now())];
  if (before && before.day === day && at - before.countedAt < countsForMs) return before;
  const isStoredKnown = before !== undefined && at - before.storedAt < storesForMs;
  const { rows } = await sql<{ documents: number; pages: number; bytes: number }>`
    select count(*) as documents, coalesce(sum(page_count), 0)::bigint as pages,
      ${isStoredKnown ? sql`0` : sql`(select coalesce(sum(bytes), 0)::bigint from documents where company_id = ${companyId})`} as bytes
    from documents where company_id = ${companyId} and deleted_at is null
      and created_at >= ${instantOfAmsterdam(day, '00:00')}::timestamptz`.execute(db);
  const [counted = { documents: 0, pages: 0, bytes: 0 }] = rows;
  const use = isStoredKnown
    ? { ...counted, day, countedAt: at, storedAt: before.storedAt, bytes: before.bytes }
    : { ...counted, day, countedAt: at, storedAt: at };
  if (known.size >= maxKnown) known.clear();
  known.set(companyId, use);
  return use;
}
