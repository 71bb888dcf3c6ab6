import type { z } from 'zod';
import { addDays, dayOfInstant, mondayOf } from '#contract/dates.ts';
import type { approvalReport, workload } from '#contract/invoicing/approval-work.ts';
import { findPerson } from '#server/features/core/index.ts';
import { companyNamed } from '#server/platform/auth/company-named.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { substitutesOf } from '../absences/absences.repository.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import { findById as findFlow } from '../flows/flows.repository.ts';
import {
  countWithoutLines,
  listOpenTurns,
  listPeopleWithTurns,
  type OpenTurn,
} from './workload.repository.ts';
import { countUntouched, listReasons, listWeeks } from './report.repository.ts';
import { lateAfter, workingDaysBetween } from './workload.rules.ts';

/** Whose turn it is on how many invoices of a company, and since when (§C13). */
export async function readWorkload(ctx: Context, companyId: string): Promise<z.output<typeof workload>> {
  orNotFound(await findFlow(ctx.db, ctx.scope, companyId));
  const [turns, withoutLines] = await Promise.all([
    listOpenTurns(ctx.db, ctx.scope, companyId),
    countWithoutLines(ctx.db, ctx.scope, companyId),
  ]);
  const ids = [...new Set(turns.map(({ userId }) => userId))];
  const [substitutes, able] = await Promise.all([
    substitutesOf(ctx.db, companyId, ids),
    whoCanDecide(ctx.db, companyId, ids),
  ]);
  const now = ctx.now();
  const people = await Promise.all(
    ids.map(async (userId) => {
      const person = await findPerson(ctx.db, { id: userId });
      return {
        userId,
        fullName: person ? `${person.first_name} ${person.last_name}` : '?',
        substitute: substitutes.get(userId) ?? null,
        mayApprove: able.has(userId),
        ...loadOf(
          turns.filter((turn) => turn.userId === userId),
          now,
        ),
      };
    }),
  );
  return { people: people.toSorted((one, other) => other.count - one.count), withoutLines };
}

/** How the approval of a company went in the last weeks, this one included. */
export async function readReport(
  ctx: Context,
  companyId: string,
  weeks: number,
): Promise<z.output<typeof approvalReport>> {
  orNotFound(await findFlow(ctx.db, ctx.scope, companyId));
  const since = addDays(mondayOf(dayOfInstant(ctx.now())), -7 * (weeks - 1));
  const [byWeek, counts, reasons] = await Promise.all([
    listWeeks(ctx.db, ctx.scope, companyId, since),
    countUntouched(ctx.db, ctx.scope, companyId, since),
    listReasons(ctx.db, ctx.scope, companyId, since),
  ]);
  return { fromDay: since, weeks: byWeek, ...counts, reasons };
}

function loadOf(turns: readonly OpenTurn[], now: Date) {
  const days = turns.map(({ since }) => workingDaysBetween(since, now));
  return {
    count: turns.length,
    lateCount: days.filter((passed) => passed > lateAfter).length,
    oldestAt: turns[0]?.since ?? now.toISOString(),
    oldestDays: days[0] ?? 0,
  };
}

/**
 * Whose turns the list of invoices is narrowed to: those of one person, or for `none` those of all whose turns nobody can
 * decide.
 */
export async function turnOf(
  ctx: Context,
  companyId: string | undefined,
  approver: string | undefined,
): Promise<string[] | undefined> {
  if (approver === undefined) return undefined;
  // A text that cannot be a person's id is of nobody.
  if (approver !== 'none') return isId(approver) ? [approver] : [];
  const of = companyNamed(ctx, companyId);
  if (!isId(of)) return [];
  const ids = await listPeopleWithTurns(ctx.db, of);
  const able = await whoCanDecide(ctx.db, of, ids);
  return ids.filter((id) => !able.has(id));
}

/** Those of these people whose turns somebody can decide: they themselves, or who stands in for them today. */
export async function whoCanDecide(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const substitutes = await substitutesOf(db, companyId, ids);
  const able = await Promise.all(
    ids.map(async (id) => {
      const substitute = substitutes.get(id)?.id;
      const can =
        (await mayApprove(db, companyId, id)) ||
        (substitute !== undefined && (await mayApprove(db, companyId, substitute)));
      return can ? [id] : [];
    }),
  );
  return new Set(able.flat());
}
