import { sql } from 'kysely';
import { ruleKinds } from '#contract/invoicing/touchless.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../documents.tables.ts';
import './rules.tables.ts';

/** Why the rule of a supplier went off by itself. */
type OffReason = 'negative-verdict' | 'new-iban';

const supplier = ruleKinds.indexOf('supplier');

/** The next number of a company's rules. Under the lock of the company's rules. */
export async function nextRuleNumber(tx: Db, companyId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('touchless_rules')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Who switches a rule, and when. */
interface Switching {
  readonly userId: string | null;
  readonly name: string;
  readonly at: Date;
}

/** Switches the rule of a supplier by a person; the first time it is made. */
export async function switchSupplierRule(
  tx: Db,
  companyId: string,
  creditorId: string,
  isOn: boolean,
  { userId, name, at }: Switching,
): Promise<void> {
  const switched = {
    is_on: isOn,
    off_reason: '',
    switched_by: userId,
    switched_by_name: name,
    switched_at: at.toISOString(),
    updated_at: at.toISOString(),
    updated_by: userId,
  };
  const known = await tx
    .updateTable('touchless_rules')
    .set({ ...switched, row_version: sql<number>`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .returning('id')
    .executeTakeFirst();
  if (known) return;
  await tx
    .insertInto('touchless_rules')
    .values({
      company_id: companyId,
      id: newId(at.getTime()),
      number: await nextRuleNumber(tx, companyId),
      kind: supplier,
      creditor_id: creditorId,
      made_by: userId,
      ...switched,
      created_at: at.toISOString(),
      created_by: userId,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
}

/** Switches the rule of a supplier off by itself, and says why: a person looks again. */
export async function endSupplierRule(
  tx: Tx,
  companyId: string,
  creditorId: string,
  reason: OffReason,
): Promise<boolean> {
  const ended = await tx
    .updateTable('touchless_rules')
    .set({ is_on: false, off_reason: reason, row_version: sql<number>`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .where('is_on', '=', true)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
