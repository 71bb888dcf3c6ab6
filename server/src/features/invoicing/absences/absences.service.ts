import { absences } from '#contract/invoicing/approval-flows.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, lockRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { findPerson } from '#server/features/core/index.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import * as repository from './absences.repository.ts';

type Absence = Rec<typeof absences>;
type Body = CreateBody<typeof absences>;

const audit = auditOf<Absence>(absences, { hidden: ['userId', 'substituteId'] });

/** Absences of approvers: no chains, no circles, and no substitute without the right (§C13). */
export const absencesService: ResourceService<typeof absences> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, id),
  create,
  update,
  remove,
};

async function create(ctx: Context, body: Body): Promise<Absence> {
  return ctx.transaction(async (tx) => {
    const companyId = await companyOf(tx, ctx, body.userId);
    await assertFits(tx, companyId, null, body);
    const id = await insertRow(tx, ctx, 'approver_absences', { companyId, ...body });
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof absences>): Promise<Absence> {
  const { rowVersion, ...values } = body;
  return ctx.transaction(async (tx) => {
    const found = orNotFound(await repository.findById(tx, ctx.scope, id));
    const key = { companyId: found.companyId, id };
    if ((await companyOf(tx, ctx, body.userId)) !== key.companyId)
      throw problem.validation({ userId: ['unknown'] });
    await assertFits(tx, key.companyId, id, values);
    await lockRow(tx, 'approver_absences', key);
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    assertVersion(before, rowVersion);
    await updateRow(tx, ctx, 'approver_absences', key, values);
    return audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    await tx
      .deleteFrom('approver_absences')
      .where('company_id', '=', before.companyId)
      .where('id', '=', id)
      .execute();
    await audit(tx, ctx, { before });
  });
}

/** The company of the person who is away: one whom the caller reaches (§A2). */
async function companyOf(tx: Tx, { scope }: Context, userId: string): Promise<string> {
  const person = await findPerson(tx, { id: userId });
  const isReached =
    person !== undefined &&
    (scope.reach === 'system' ||
      (person.company_id === scope.companyId && (scope.reach === 'company' || person.id === scope.userId)));
  if (!isReached) throw problem.validation({ userId: ['unknown'] });
  return person.company_id;
}

async function assertFits(tx: Tx, companyId: string, id: string | null, body: Body): Promise<void> {
  const { userId, substituteId, fromDay, untilDay } = body;
  if (untilDay < fromDay) throw problem.validation({ untilDay: ['ends-before-start'] });
  if (substituteId === userId || !(await mayApprove(tx, companyId, substituteId)))
    throw problem.validation({ substituteId: ['not-a-choice'] });
  // One at a time, so that two people cannot become each other's substitute at once.
  await lockByKey(tx, advisoryLocks.absences(companyId));
  for (const other of await repository.findOverlapping(tx, { companyId, id, ...body })) {
    // Away twice; or a chain, since one of the two is away or stands in already.
    if (other.userId === userId) throw problem.validation({ fromDay: ['overlaps'] });
    throw problem.validation({ substituteId: ['stands-in'] });
  }
}
