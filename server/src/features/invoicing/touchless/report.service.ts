import type { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import {
  touchlessReport,
  type touchlessReportQuery,
  touchlessRules,
  type touchlessSettings,
} from '#contract/invoicing/touchless.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion, rowExists } from '#server/platform/db/record.ts';
import { problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import * as repository from './report.repository.ts';

type Report = z.output<typeof touchlessReport>;

/** How many invoices of a company needed nobody, and what stopped the others (§C16). */
export async function readReport(
  ctx: Context,
  companyId: string,
  { administrationId, months }: z.output<typeof touchlessReportQuery>,
  db: Db = ctx.db,
): Promise<Report> {
  await assertReached(ctx, db, companyId);
  const since = firstOfMonths(dayOfInstant(ctx.now()), months);
  const which = { companyId, scope: ctx.scope, administrationId, since };
  const byMonth = await repository.listMonths(db, which);
  const newest = byMonth.at(-1)?.month;
  return touchlessReport.parse({
    months: byMonth,
    stops: newest === undefined ? [] : await repository.listStops(db, which, newest),
    suppliers: await repository.listSuppliers(db, which),
    samples: await repository.listSamples(db, which),
    ...(await repository.countChecked(db, which)),
    ...(await repository.readSettings(db, companyId)),
  });
}

function firstOfMonths(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10);
}

/** One in so many decisions is drawn for a check. */
export async function changeSettings(
  ctx: Context,
  companyId: string,
  { sampleEvery, rowVersion }: z.output<typeof touchlessSettings>,
): Promise<Report> {
  return ctx.transaction(async (tx) => {
    await assertReached(ctx, tx, companyId);
    await lockByKey(tx, advisoryLocks.touchlessRules(companyId));
    const before = await repository.readSettings(tx, companyId);
    assertVersion(before, rowVersion);
    await repository.saveSettings(tx, companyId, sampleEvery, { userId: ctx.caller.userId, at: ctx.now() });
    await recordChange(tx, ctx, {
      entity: touchlessRules.permission,
      entityId: companyId,
      companyId,
      verb: 'update',
      before: { sampleEvery: before.sampleEvery },
      after: { sampleEvery },
    });
    return readReport(ctx, companyId, { months: 12, administrationId: undefined }, tx);
  });
}

async function assertReached({ scope }: Context, db: Db, companyId: string): Promise<void> {
  if (!reaches(scope, companyId) || !(await rowExists(db, 'companies', { id: companyId })))
    throw problem.notFound();
}
