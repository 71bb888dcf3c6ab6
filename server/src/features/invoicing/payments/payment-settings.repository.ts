import { sql } from 'kysely';
import { paymentSettings } from '#contract/invoicing/payments.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../invoicing.tables.ts';

// Who may confirm depends on the caller.
const stored = { ...paymentSettings, record: paymentSettings.record.omit({ mayConfirm: true }) };

// Every administration has settings; without a row it does not pay from here.
export const { list, findById } = recordReaders(stored, {
  table: 'administrations',
  rows: (db: Db, scope: Scope) =>
    db
      .selectFrom('administrations')
      .leftJoin('paying_accounts as s', (join) =>
        join
          .onRef('s.company_id', '=', 'administrations.company_id')
          .onRef('s.administration_id', '=', 'administrations.id'),
      )
      .where('administrations.deleted_at', 'is', null)
      .where(within(scope, 'administrations.company_id')),
  columns: {
    'company/name': sql`(select c.name from companies c where c.id = administrations.company_id)`,
    'administration/name': { sql: 'administrations.name', natural: true, nullable: false },
    isOn: { sql: sql`coalesce(s.is_on, false)`, nullable: false },
    iban: { sql: sql`coalesce(s.iban, '')`, nullable: false },
    bic: sql`coalesce(s.bic, '')`,
    holder: sql`coalesce(s.holder, '')`,
    isConfirmed: sql`coalesce(s.is_confirmed, false)`,
    confirmedByName: sql`coalesce(s.confirmed_by_name, '')`,
    paysFrom: sql`s.pays_from`,
    rowVersion: sql`coalesce(s.row_version, 0)`,
  },
});

/** Which administration, and who changes its settings. */
export interface SettingsKey {
  readonly companyId: string;
  readonly administrationId: string;
  readonly by: { readonly userId: string; readonly name: string };
  readonly at: Date;
}

/** The settings that a person changes. */
export interface WrittenSettings {
  readonly isOn: boolean;
  readonly iban: string;
  readonly bic: string;
  readonly holder: string;
  readonly paysFrom: string;
  /** False where the account is another one: a second person looks at it again. */
  readonly staysConfirmed: boolean;
}

/** Writes the settings of an administration; its version goes up. */
export async function write(tx: Tx, key: SettingsKey, settings: WrittenSettings): Promise<void> {
  const values = {
    is_on: settings.isOn,
    iban: settings.iban,
    bic: settings.bic,
    holder: settings.holder,
    pays_from: settings.paysFrom,
    updated_at: key.at.toISOString(),
    ...(settings.staysConfirmed
      ? {}
      : {
          updated_by: key.by.userId,
          is_confirmed: false,
          confirmed_at: null,
          confirmed_by: null,
          confirmed_by_name: '',
        }),
  };
  await tx
    .insertInto('paying_accounts')
    .values({
      company_id: key.companyId,
      administration_id: key.administrationId,
      confirmed_at: null,
      confirmed_by: null,
      updated_by: key.by.userId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'administration_id'])
        .doUpdateSet({ ...values, row_version: sql`paying_accounts.row_version + 1` }),
    )
    .execute();
}

/** Says that a second person checked the account. */
export async function confirm(tx: Tx, key: SettingsKey): Promise<void> {
  await tx
    .updateTable('paying_accounts')
    .set({
      is_confirmed: true,
      confirmed_at: key.at.toISOString(),
      confirmed_by: key.by.userId,
      confirmed_by_name: key.by.name,
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', key.companyId)
    .where('administration_id', '=', key.administrationId)
    .execute();
}

/** Who set the account that an administration pays from; undefined where none is set. */
export async function setterOf(
  db: Db,
  { companyId, administrationId }: Pick<SettingsKey, 'companyId' | 'administrationId'>,
): Promise<string | null | undefined> {
  const found = await db
    .selectFrom('paying_accounts')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', administrationId)
    .select('updated_by')
    .executeTakeFirst();
  return found?.updated_by;
}
