import { sql, type SqlBool } from 'kysely';
import { creditors } from '#contract/invoicing/creditors.ts';
import { nameKey } from '#server/features/documents/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { SeverityNumber, StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const invoicesOf = sql`invoices i where i.company_id = creditors.company_id and i.creditor_id = creditors.id
  and i.deleted_at is null`;
const isUnprocessed = sql`i.status < ${sql.lit(StatusNumber.Processed)}`;
const count = (from: ReturnType<typeof sql>) => sql<number>`(select count(*)::integer from ${from})`;
const userName = (column: string) => sql<
  string | null
>`(select trim(u.first_name || ' ' || u.last_name) from users u
  where u.id = ${sql.ref(column)})`;

const merges = sql`(select coalesce(json_agg(json_build_object('id', m.id,
    'creditor', json_build_object('id', o.id, 'name', o.name),
    'mergedAt', to_char(m.merged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mergedBy', m.merged_by_name)
    order by m.merged_at desc), '[]'::json)
  from creditor_merges m join creditors o on o.company_id = m.company_id and o.id = m.creditor_id
  where m.company_id = creditors.company_id and m.into_id = creditors.id and m.undone_at is null)`;

const numbers = sql`(select coalesce(json_agg(json_build_object('administrationId', n.administration_id, 'number', n.number,
    'administration', a.name) order by a.name), '[]'::json)
  from creditor_numbers n join administrations a on a.company_id = n.company_id and a.id = n.administration_id
  where n.company_id = creditors.company_id and n.creditor_id = creditors.id)`;

// Creditors that may be the same one: by a number, by an account, or by nearly the same name.
const suggestions = sql`(select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'reason', s.reason,
    'invoiceCount', (select count(*) from invoices i where i.company_id = s.company_id and i.creditor_id = s.id
      and i.deleted_at is null)) order by s.rank, s.name), '[]'::json)
  from (select o.company_id, o.id, o.name,
      case when o.kvk = creditors.kvk then 'kvk' when o.vat_id = creditors.vat_id then 'vatId'
        when shares_account.found then 'iban' else 'name' end as reason,
      case when o.kvk = creditors.kvk or o.vat_id = creditors.vat_id then 1 when shares_account.found then 2 else 3 end as rank
    from creditors o
    cross join lateral (select exists (select from creditor_accounts a join creditor_accounts b
        on b.company_id = a.company_id and b.iban = a.iban and b.creditor_id = o.id
      where a.company_id = creditors.company_id and a.creditor_id = creditors.id) as found) shares_account
    where o.company_id = creditors.company_id and o.id <> creditors.id and o.merged_into is null and o.deleted_at is null
      and creditors.merged_into is null
      and (o.kvk = creditors.kvk or o.vat_id = creditors.vat_id or shares_account.found
        or (o.name_key % creditors.name_key and similarity(o.name_key, creditors.name_key) > 0.6))
    order by rank limit 5) s)`;

// A merged one is found by its own address only: lists show what took its place.
const visible = (db: Db, scope: Scope) =>
  db
    .selectFrom('creditors')
    .where('creditors.deleted_at', 'is', null)
    .where(within(scope, 'creditors.company_id'));

const columns = {
  name: { natural: true, nullable: false },
  'company/name': {
    sql: sql<string>`(select c.name from companies c where c.id = creditors.company_id)`,
    natural: true,
    nullable: false,
  },
  isBlocked: { sql: sql`(creditors.blocked_at is not null)`, nullable: false },
  invoiceCount: count(invoicesOf),
  lastInvoiceDate: sql<string | null>`(select max(i.invoice_date) from ${invoicesOf})`,
  stopCount: count(
    sql`${invoicesOf} and ${isUnprocessed} and i.warning_level = ${sql.lit(SeverityNumber.stop)}`,
  ),
  openInvoices: count(sql`${invoicesOf} and ${isUnprocessed}`),
  accountCount: count(
    sql`creditor_accounts a where a.company_id = creditors.company_id and a.creditor_id = creditors.id`,
  ),
  blockedBy: userName('creditors.blocked_by'),
  mergedInto: sql`(select json_build_object('id', o.id, 'name', o.name) from creditors o
    where o.company_id = creditors.company_id and o.id = creditors.merged_into)`,
  merges,
  numbers,
  suggestions,
};
const search = ['creditors.name', 'creditors.city', 'creditors.kvk', 'creditors.vat_id', 'creditors.iban'];

export const { findById } = recordReaders(creditors, { table: 'creditors', rows: visible, columns, search });
export const { list, stream } = recordReaders(creditors, {
  table: 'creditors',
  rows: (db, scope) => visible(db, scope).where('creditors.merged_into', 'is', null),
  columns,
  search,
});

/** Creditors of a company to choose from, by words of their name. */
export async function lookup(
  db: Db,
  scope: Scope,
  { companyId, words }: { readonly companyId: string | undefined; readonly words: readonly string[] },
) {
  let query = db
    .selectFrom('creditors')
    .where('creditors.deleted_at', 'is', null)
    .where('creditors.merged_into', 'is', null)
    .where(within(scope, 'creditors.company_id'));
  if (companyId !== undefined)
    query = query.where(
      isId(companyId) ? sql<SqlBool>`creditors.company_id = ${companyId}` : sql<SqlBool>`false`,
    );
  for (const word of words) query = query.where(sql<SqlBool>`strpos(creditors.name_key, ${word}) > 0`);
  return query
    .orderBy(sql`creditors.name collate natural_order`)
    .orderBy('creditors.id')
    .limit(50)
    .select(['creditors.id', 'creditors.name', 'creditors.city'])
    .execute();
}

/** Writes what a person says of a creditor; what is undefined stays. A name that a person gives is confirmed. */
export async function update(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  values: {
    readonly name: string;
    readonly isRenamed: boolean;
    readonly street: string;
    readonly postalCode: string;
    readonly city: string;
    readonly country: string | undefined;
    readonly email: string;
    readonly kvk: string | null | undefined;
    readonly vatId: string | null | undefined;
  },
): Promise<void> {
  const { name, isRenamed, street, postalCode, city, country, email, kvk, vatId } = values;
  await tx
    .updateTable('creditors')
    .set({
      name,
      name_key: nameKey(name),
      street,
      postal_code: postalCode,
      city,
      email,
      ...(isRenamed ? { is_name_confirmed: true } : {}),
      ...(country === undefined ? {} : { country }),
      ...(kvk === undefined ? {} : { kvk }),
      ...(vatId === undefined ? {} : { vat_id: vatId }),
      updated_at: now().toISOString(),
      updated_by: caller.userId,
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Blocks a creditor with a reason, or lets its invoices through again. */
export async function setBlocked(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  reason: string | null,
): Promise<void> {
  const at = now().toISOString();
  await tx
    .updateTable('creditors')
    .set({
      blocked_at: reason === null ? null : at,
      blocked_by: reason === null ? null : caller.userId,
      block_reason: reason ?? '',
      updated_at: at,
      updated_by: caller.userId,
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the numbers by which administrations know a creditor; those that stay keep where they came from. */
export async function replaceNumbers(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  wanted: readonly { readonly administrationId: string; readonly number: string }[],
): Promise<void> {
  const rows = JSON.stringify(wanted);
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as r ("administrationId" uuid, number text)`;
  await sql`delete from creditor_numbers n where n.company_id = ${companyId} and n.creditor_id = ${id}
    and not exists (select from ${given} where r."administrationId" = n.administration_id)`.execute(tx);
  if (wanted.length === 0) return;
  await sql`insert into creditor_numbers as n (company_id, administration_id, creditor_id, number)
    select ${companyId}::uuid, r."administrationId", ${id}::uuid, r.number from ${given}
    on conflict (company_id, administration_id, creditor_id) do update
      set number = excluded.number, origin = 0 where n.number <> excluded.number`.execute(tx);
}

/** Which of these are administrations of the company. */
export async function listAdministrations(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  const found = await db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', known)
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}
