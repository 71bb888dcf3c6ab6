import { sql } from 'kysely';
import type { VatRate } from '#contract/workorders/vat.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import '../workorders.tables.ts';

/** The stored settings of a company; until the first save its own name and nothing else. */
export async function findSettings(db: Db, companyId: string) {
  return db
    .selectFrom('companies as c')
    .leftJoin('offer_settings as s', 's.company_id', 'c.id')
    .where('c.id', '=', companyId)
    .where('c.deleted_at', 'is', null)
    .select([
      'c.id as companyId',
      'c.logo_sha256 as logoSha256',
      sql<string>`coalesce(s.name, c.name)`.as('name'),
      sql<string>`coalesce(s.street, '')`.as('street'),
      sql<string>`coalesce(s.zip_code, '')`.as('zipCode'),
      sql<string>`coalesce(s.city, '')`.as('city'),
      sql<string>`coalesce(s.phone, '')`.as('phone'),
      sql<string>`coalesce(s.email, '')`.as('email'),
      sql<string>`coalesce(s.website, '')`.as('website'),
      sql<string>`coalesce(s.kvk_number, '')`.as('kvkNumber'),
      sql<string>`coalesce(s.vat_id, '')`.as('vatId'),
      sql<string>`coalesce(s.iban, '')`.as('iban'),
      sql<number>`coalesce(s.vat_rate, 2100)`.as('vatRate'),
      sql<VatRate[]>`coalesce(s.vat_rates, '[]')`.as('vatRates'),
      sql<number>`coalesce(s.valid_days, 30)`.as('validDays'),
      sql<string>`coalesce(s.terms_nl, '')`.as('termsNl'),
      sql<string>`coalesce(s.terms_en, '')`.as('termsEn'),
      // 0: never saved, so that two simultaneous first saves conflict too.
      sql<number>`coalesce(s.row_version, 0)`.as('rowVersion'),
    ])
    .executeTakeFirst();
}

/** The settings of a company, with where its logo is. */
export type StoredSettings = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

/** The settings that can be changed. */
export type SettingsWrite = Omit<StoredSettings, 'companyId' | 'logoSha256' | 'rowVersion'>;

/** Whether all of these are administrations of the company. */
export async function areAdministrations(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (!ids.every(isId)) return false;
  if (ids.length === 0) return true;
  const found = await db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .select('id')
    .execute();
  return found.length === ids.length;
}

export async function saveSettings(
  tx: Tx,
  ctx: Context,
  companyId: string,
  values: SettingsWrite,
): Promise<void> {
  const row = { ...snakeValues(values), vat_rates: JSON.stringify(values.vatRates) };
  const { row_version: _version, ...changed } = changedBy(ctx);
  await tx
    .insertInto('offer_settings')
    .values({ company_id: companyId, ...row, ...madeBy(ctx) })
    .onConflict((on) =>
      on
        .column('company_id')
        .doUpdateSet({ ...row, ...changed, row_version: sql<number>`offer_settings.row_version + 1` }),
    )
    .execute();
}
