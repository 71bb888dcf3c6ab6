import { sql } from 'kysely';
import { type RuleContent, type RuleKind, ruleKinds, touchlessRules } from '#contract/invoicing/touchless.ts';
import { nextRuleNumber } from '#server/features/documents/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../invoicing.tables.ts';

const rows = (db: Db, scope: Scope) =>
  db
    .selectFrom('touchless_rules')
    .where('touchless_rules.deleted_at', 'is', null)
    .where(within(scope, 'touchless_rules.company_id'));

const isSupplier = sql`touchless_rules.kind = ${sql.lit(ruleKinds.indexOf('supplier'))}`;
const decided = (
  which: ReturnType<typeof sql>,
) => sql<number>`(select count(*)::integer from touchless_results r
  where r.company_id = touchless_rules.company_id
    and touchless_rules.id in (r.validation_rule, r.approval_rule) and ${which}
    and r.at >= date_trunc('month', now() at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam')`;

export const { list, findById } = recordReaders(touchlessRules, {
  table: 'touchless_rules',
  rows,
  columns: {
    kind: nameAt<RuleKind>(ruleKinds, 'touchless_rules.kind'),
    name: {
      sql: sql<string>`case when ${isSupplier} then coalesce((select c.name from creditors c
        where c.company_id = touchless_rules.company_id and c.id = touchless_rules.creditor_id), '?')
        else touchless_rules.name end`,
      natural: true,
      nullable: false,
    },
    content: sql<RuleContent | null>`case when ${isSupplier} then null else touchless_rules.content end`,
    isMine: (scope) => sql<boolean>`touchless_rules.made_by is not distinct from ${scope.userId}::uuid`,
    decidedCount: decided(sql`true`),
    wrongCount: decided(sql`cardinality(r.wrong) > 0`),
  },
});

/** What a version says. */
interface Written {
  readonly name: string;
  readonly content: RuleContent;
}

/** Adds a rule, which is off. */
export async function insert(
  tx: Tx,
  ctx: Writer,
  companyId: string,
  { kind, ...written }: Written & { readonly kind: RuleKind },
): Promise<string> {
  const id = await insertRow(tx, ctx, 'touchless_rules', {
    companyId,
    number: await nextRuleNumber(tx, companyId),
    kind: ruleKinds.indexOf(kind),
    name: written.name,
    content: sql`${JSON.stringify(written.content)}::jsonb`,
    madeBy: ctx.caller.userId,
  });
  await addVersion(tx, ctx, { companyId, id }, 1, written);
  return id;
}

/** Writes the next version of a rule, which is off until another person than this one switches it on. */
export async function change(
  tx: Tx,
  ctx: Writer,
  key: { readonly companyId: string; readonly id: string },
  version: number,
  written: Written,
): Promise<void> {
  await updateRow(tx, ctx, 'touchless_rules', key, {
    version,
    name: written.name,
    content: sql`${JSON.stringify(written.content)}::jsonb`,
    madeBy: ctx.caller.userId,
    isOn: false,
  });
  await addVersion(tx, ctx, key, version, written);
}

async function addVersion(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  version: number,
  { name, content }: Written,
): Promise<void> {
  await tx
    .insertInto('touchless_rule_versions')
    .values({
      company_id: companyId,
      rule_id: id,
      version,
      name,
      content: sql`${JSON.stringify(content)}::jsonb`,
      made_at: now().toISOString(),
      made_by: caller.userId,
      made_by_name: caller.name,
    })
    .execute();
}

/** Switches a rule by a person. */
export function setOn(
  tx: Tx,
  ctx: Writer,
  key: { readonly companyId: string; readonly id: string },
  isOn: boolean,
): Promise<void> {
  const { userId, name } = ctx.caller;
  const switched = { switchedBy: userId, switchedByName: name, switchedAt: ctx.now().toISOString() };
  return updateRow(tx, ctx, 'touchless_rules', key, { isOn, offReason: '', ...switched });
}

/** The versions of a rule, the newest first. */
export function listVersions(db: Db, companyId: string, ruleId: string) {
  return db
    .selectFrom('touchless_rule_versions')
    .where('company_id', '=', companyId)
    .where('rule_id', '=', ruleId)
    .orderBy('version', 'desc')
    .select(['version', 'name', 'content', 'made_at as madeAt', 'made_by_name as madeByName'])
    .execute();
}
