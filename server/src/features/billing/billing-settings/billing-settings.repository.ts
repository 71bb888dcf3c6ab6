import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import '../billing.tables.ts';

/** Who sends the invoices, as it is kept; empty until somebody saves. */
export interface Seller {
  readonly name: string;
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly kvkNumber: string;
  readonly vatId: string;
  readonly iban: string;
  readonly email: string;
  readonly phone: string;
  /** Hundredths of a percent: 2100 is 21 %. */
  readonly vatRate: number;
  readonly paymentDays: number;
  /** 0 while it was never saved. */
  readonly rowVersion: number;
}

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
  const empty = {
    street: '',
    zipCode: '',
    city: '',
    kvkNumber: '',
    vatId: '',
    iban: '',
    email: '',
    phone: '',
  };
  return { name: provider?.name ?? '', ...empty, vatRate: 2100, paymentDays: 30, rowVersion: 0 };
}

/** Keeps the seller; two that save at once come one after the other. */
export async function saveSeller(
  tx: Tx,
  ctx: Context,
  { rowVersion: _version, ...seller }: Seller,
): Promise<void> {
  const values = {
    name: seller.name,
    street: seller.street,
    zip_code: seller.zipCode,
    city: seller.city,
    kvk_number: seller.kvkNumber,
    vat_id: seller.vatId,
    iban: seller.iban,
    email: seller.email,
    phone: seller.phone,
    vat_rate: seller.vatRate,
    payment_days: seller.paymentDays,
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
  };
  await tx
    .insertInto('billing_settings')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet({ ...values, row_version: sql`billing_settings.row_version + 1` }),
    )
    .execute();
}
