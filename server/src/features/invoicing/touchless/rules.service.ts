import type { z } from 'zod';
import { type ruleVersion, type switchCommand, touchlessRules } from '#contract/invoicing/touchless.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import { formatMoney } from '#contract/money.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, lockRow, rowExists, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './rules.repository.ts';

type Rule = Rec<typeof touchlessRules>;

const audit = auditOf(touchlessRules, {
  snapshot: ({ number, version, name, content, isOn }: Rule) => ({
    rule: `${number}.${version}`,
    name,
    isOn,
    ...(content && {
      confidence: content.confidence,
      confirmed: content.confirmed,
      bookingShare: content.bookingShare,
      upTo: formatMoney(content.upTo, 'EUR', 'nl'),
      maxCount: content.maxCount,
      maxTotal: formatMoney(content.maxTotal, 'EUR', 'nl'),
    }),
  }),
});

/** The rules of a company: off by default, and switched on by another person than their maker (§C16). */
export const rulesService: ResourceService<typeof touchlessRules> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, id),
  create,
  update,
  remove,
};

async function create(
  ctx: Context,
  { companyId = ctx.caller.companyId, ...body }: CreateBody<typeof touchlessRules>,
): Promise<Rule> {
  return ctx.transaction(async (tx) => {
    if (!reaches(ctx.scope, companyId) || !(await rowExists(tx, 'companies', { id: companyId })))
      throw problem.validation({ companyId: ['unknown'] });
    await lockByKey(tx, advisoryLocks.touchlessRules(companyId));
    const id = await repository.insert(tx, ctx, companyId, body);
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof touchlessRules>,
): Promise<Rule> {
  return ctx.transaction(async (tx) => {
    const before = await lockRule(tx, ctx, id);
    assertVersion(before, rowVersion);
    if (before.kind === 'supplier') throw problem.of('wrong-state', { sentence: 'rule-of-supplier' });
    await repository.change(tx, ctx, before, before.version + 1, body);
    return audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lockRule(tx, ctx, id);
    if (before.kind === 'supplier') throw problem.of('wrong-state', { sentence: 'rule-of-supplier' });
    await repository.setOn(tx, ctx, before, false);
    // What it decided names it for ever.
    await softDelete(tx, ctx, 'touchless_rules', before);
    await audit(tx, ctx, { before });
  });
}

/** Off at once by whoever may; on by another person than who wrote the version. */
export async function switchRule(
  ctx: Context,
  id: string,
  { isOn }: z.output<typeof switchCommand>,
): Promise<Rule> {
  return ctx.transaction(async (tx) => {
    const before = await lockRule(tx, ctx, id);
    if (before.isOn === isOn) return before;
    // A supplier's is earned by its verdicts, and switched on beside them.
    if (isOn && before.kind === 'supplier') throw problem.of('wrong-state', { sentence: 'rule-of-supplier' });
    if (isOn && before.isMine) throw problem.of('four-eyes', { sentence: 'rule-by-another' });
    await repository.setOn(tx, ctx, before, isOn);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    return audit(tx, ctx, { verb: isOn ? 'rule-on' : 'rule-off', before, after });
  });
}

/** What each version of a rule said. */
export async function listVersions(ctx: Context, id: string): Promise<z.output<typeof ruleVersion>[]> {
  const { companyId } = orNotFound(await repository.findById(ctx.db, ctx.scope, id));
  return repository.listVersions(ctx.db, companyId, id);
}

async function lockRule(tx: Tx, ctx: Context, id: string): Promise<Rule> {
  const { companyId } = orNotFound(await repository.findById(tx, ctx.scope, id));
  await lockRow(tx, 'touchless_rules', { companyId, id });
  return orNotFound(await repository.findById(tx, ctx.scope, id));
}
