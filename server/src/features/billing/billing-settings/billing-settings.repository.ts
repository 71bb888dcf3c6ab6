import { sql } from 'kysely';
import { z } from 'zod';
import { billingSettings } from '#contract/billing/billing-runs.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import '../billing.tables.ts';

/** Who sends the invoices. */
export const seller = billingSettings.omit({ vatPercentage: true, missing: true }).extend({
  /** Hundredths of a percent: 2100 is 21 %. */
  vatRate: z.int(),
});
/** Who sends the invoices; `rowVersion` is 0 until somebody saves. */
export type Seller = Readonly<z.output<typeof seller>>;

const columns = [
  'name',
  'street',
  'zip_code as zipCode',
  'city',
  'kvk_number as kvkNumber',
  'vat_id as vatId',
  'iban',
  'email',
  'phone',
  'vat_rate as vatRate',
  'payment_days as paymentDays',
  'row_version as rowVersion',
] as const;

/** The seller; before the first save the provider's own name, 21 % and thirty days. */
export async function findSeller(db: Db): Promise<Seller> {
  const found = await db.selectFrom('billing_settings').select(columns).executeTakeFirst();
  if (found) return found;
  const provider = await db
    .selectFrom('companies')
    .where('is_provider', '=', true)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst();
  const address = { street: '', zipCode: '', city: '', email: '', phone: '' };
  const numbers = { kvkNumber: '', vatId: '', iban: '', vatRate: 2100, paymentDays: 30, rowVersion: 0 };
  return { name: provider?.name ?? '', ...address, ...numbers };
}

/** Stores the seller; prices are locked. */
export async function saveSeller(
  tx: Tx,
  ctx: Context,
  { rowVersion: _version, ...values }: Seller,
): Promise<void> {
  const row = {
    ...snakeValues(values),
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
  };
  await tx
    .insertInto('billing_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ ...row, row_version: sql`billing_settings.row_version + 1` }),
    )
    .execute();
}
