import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type bookingPeriod,
  type chartEntry,
  type ChartKind,
  type ChartRole,
  chartRoles,
  charts,
  type saveVatCodeCommand,
  type vatCode,
} from '#contract/invoicing/charts.ts';
import { type VatKind, vatKinds } from '#contract/invoicing/booking-rules.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, nameAt, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { EntryKind } from './chart-numbers.ts';
import './charts.tables.ts';

/** The administration of a chart. */
export interface ChartKey {
  readonly companyId: string;
  /** That of the administration. */
  readonly id: string;
}

const countOf = (kind: ChartKind) => sql<number>`(select count(*) from chart_entries e
  where e.company_id = administrations.company_id and e.administration_id = administrations.id
    and e.kind = ${sql.lit(EntryKind[kind])})::int`;
const vatCodeCount = sql<number>`(select count(*) from vat_codes v
  where v.company_id = administrations.company_id and v.administration_id = administrations.id)::int`;
const unconfirmed = sql<number>`(select count(*) from vat_codes v
  where v.company_id = administrations.company_id and v.administration_id = administrations.id and not v.is_confirmed)::int`;

const rows = (db: Db, scope: Scope) =>
  db
    .selectFrom('administrations')
    .innerJoin('companies', 'companies.id', 'administrations.company_id')
    .where('administrations.deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'))
    .select([
      'administrations.id',
      'administrations.company_id as companyId',
      'companies.name as companyName',
      'administrations.name',
      'administrations.tag',
      'administrations.coupling',
      countOf('account').as('accounts'),
      countOf('costcenter').as('costcenters'),
      countOf('costUnit').as('costUnits'),
      countOf('journal').as('journals'),
      vatCodeCount.as('vatCodes'),
    ]);

const columns = listColumns(charts.fields, {
  id: { sql: 'administrations.id', nullable: false },
  companyId: { sql: 'administrations.company_id', nullable: false },
  'company/name': { sql: 'companies.name', natural: true, nullable: false },
  'administration/name': { sql: 'administrations.name', natural: true, nullable: false },
  accounts: { sql: countOf('account'), nullable: false },
});

/** The charts within the scope: one of each administration, also where it is empty. */
export function list(db: Db, scope: Scope, query: ListQuery) {
  const search = searchColumns([sql`administrations.name`, sql`administrations.tag`, sql`companies.name`]);
  return listPage(query, { base: rows(db, scope), columns, search });
}

/** The chart of an administration within the scope. */
export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return rows(db, scope)
    .where('administrations.id', '=', id)
    .select(unconfirmed.as('unconfirmedVatCodes'))
    .executeTakeFirst();
}

/** Locks the administration, so that two writers of its chart come one after the other. */
export async function lock(tx: Tx, { companyId, id }: ChartKey): Promise<void> {
  await sql`select from administrations where company_id = ${companyId} and id = ${id} for update`.execute(
    tx,
  );
}

/** An entry of a chart. */
export type Entry = z.output<typeof chartEntry>;

/** The entries of one kind, in the order of their numbers. */
export async function listEntries(db: Db, { companyId, id }: ChartKey, kind: ChartKind): Promise<Entry[]> {
  return db
    .selectFrom('chart_entries')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .where('kind', '=', EntryKind[kind])
    .orderBy(sql`number collate natural_order`)
    .select(['number', 'name', 'is_open as isOpen', nameAt<ChartRole>(chartRoles, 'role').as('role')])
    .execute();
}

/**
 * Adds entries, or changes those with the same number; gives how many were new or changed. A role is of one entry: the one
 * that had it loses it.
 */
export async function saveEntries(
  tx: Tx,
  { companyId, id }: ChartKey,
  kind: ChartKind,
  entries: readonly Entry[],
  importId: string | null = null,
): Promise<number> {
  const number = EntryKind[kind];
  const rolesTaken = entries.filter(({ role }) => role !== 'none');
  for (const { role, number: taker } of rolesTaken) {
    await sql`update chart_entries set role = 0 where company_id = ${companyId} and administration_id = ${id}
      and kind = ${number} and role = ${chartRoles.indexOf(role)} and number <> ${taker}`.execute(tx);
  }
  const given = entries.map((entry) => ({ ...entry, role: chartRoles.indexOf(entry.role) }));
  const { rows: changed } = await sql`
    insert into chart_entries as e (company_id, administration_id, kind, number, name, is_open, role, import_id)
      select ${companyId}::uuid, ${id}::uuid, ${number}::smallint, g.number, g.name, g."isOpen", g.role, ${importId}::uuid
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (number text, name text, "isOpen" boolean, role smallint)
    on conflict (company_id, administration_id, kind, number) do update
      set name = excluded.name, is_open = excluded.is_open, role = excluded.role, import_id = excluded.import_id
      where (e.name, e.is_open, e.role) is distinct from (excluded.name, excluded.is_open, excluded.role)
    returning e.number`.execute(tx);
  return changed.length;
}

/** Deletes an entry; gives whether there was one. */
export async function removeEntry(
  tx: Tx,
  { companyId, id }: ChartKey,
  kind: ChartKind,
  number: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('chart_entries')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .where('kind', '=', EntryKind[kind])
    .where('number', '=', number)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A VAT code with its rates. */
export type StoredVatCode = z.output<typeof vatCode>;

/** The VAT codes of an administration with their rates, the newest rate first. */
export async function listVatCodes(db: Db, { companyId, id }: ChartKey): Promise<StoredVatCode[]> {
  return db
    .selectFrom('vat_codes as v')
    .where('v.company_id', '=', companyId)
    .where('v.administration_id', '=', id)
    .orderBy(sql`v.code collate natural_order`)
    .select([
      'v.code',
      'v.name',
      nameAt<VatKind>(vatKinds, 'v.kind').as('kind'),
      'v.deductible',
      'v.account_number as accountNumber',
      'v.due_account_number as dueAccountNumber',
      'v.is_open as isOpen',
      'v.is_confirmed as isConfirmed',
      sql<
        StoredVatCode['rates']
      >`(select coalesce(json_agg(json_build_object('fromDay', r.from_day, 'rate', r.rate)
        order by r.from_day desc), '[]'::json) from vat_code_rates r
        where r.company_id = v.company_id and r.administration_id = v.administration_id and r.code = v.code)`.as(
        'rates',
      ),
    ])
    .execute();
}

/** Adds a VAT code, or changes the one with this code, with all its rates. */
export async function saveVatCode(
  tx: Tx,
  { companyId, id }: ChartKey,
  code: z.output<typeof saveVatCodeCommand>,
  {
    isConfirmed = true,
    importId = null,
  }: { readonly isConfirmed?: boolean; readonly importId?: string | null } = {},
): Promise<void> {
  const key = { company_id: companyId, administration_id: id, code: code.code };
  const values = {
    name: code.name,
    kind: vatKinds.indexOf(code.kind),
    deductible: code.deductible,
    account_number: code.accountNumber,
    due_account_number: code.dueAccountNumber,
    is_open: code.isOpen,
    is_confirmed: isConfirmed,
    import_id: importId,
  };
  await tx
    .insertInto('vat_codes')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'administration_id', 'code']).doUpdateSet(values),
    )
    .execute();
  await tx
    .deleteFrom('vat_code_rates')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .where('code', '=', code.code)
    .execute();
  const rates = code.rates.map(({ fromDay, rate }) => ({ ...key, from_day: fromDay, rate }));
  if (rates.length > 0) await tx.insertInto('vat_code_rates').values(rates).execute();
}

/** Deletes a VAT code with its rates; gives whether there was one. */
export async function removeVatCode(tx: Tx, { companyId, id }: ChartKey, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('vat_codes')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .where('code', '=', code)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A period of the books. */
export type StoredPeriod = z.output<typeof bookingPeriod>;

/** The periods of an administration, the oldest first. */
export async function listPeriods(db: Db, { companyId, id }: ChartKey): Promise<StoredPeriod[]> {
  return db
    .selectFrom('booking_periods')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .orderBy('year')
    .orderBy('period')
    .select(['year', 'period', 'from_day as fromDay', 'until_day as untilDay', 'is_closed as isClosed'])
    .execute();
}

/** Makes the twelve periods of a book year where they are missing, and opens or closes them. */
export async function savePeriods(
  tx: Tx,
  { companyId, id }: ChartKey,
  { year, closed }: { readonly year: number; readonly closed: readonly number[] },
): Promise<void> {
  await sql`insert into booking_periods (company_id, administration_id, year, period, from_day, until_day)
    select ${companyId}::uuid, ${id}::uuid, ${year}::smallint, n, day, (day + interval '1 month - 1 day')::date
    from generate_series(1, 12) n, administrations a,
      lateral (select (make_date(${year}, a.first_month, 1) + (n - 1) * interval '1 month')::date as day) d
    where a.company_id = ${companyId} and a.id = ${id}
    on conflict do nothing`.execute(tx);
  await sql`update booking_periods set is_closed = period = any(${[...closed]}::smallint[])
    where company_id = ${companyId} and administration_id = ${id} and year = ${year}`.execute(tx);
}
