import { sql } from 'kysely';
import { findOrCreateCreditor } from '#server/features/documents/index.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { EntryKind, EntryRole, ImportNumber } from '../chart-numbers.ts';
import type { ChartKey } from '../charts.repository.ts';
import type { Identity, XafBooking, XafBooks, XafCreditor } from './xaf-books.ts';
import '../../creditors/creditors.tables.ts';
import '../charts.tables.ts';

/** Which import. */
export interface ImportKey {
  readonly companyId: string;
  readonly importId: string;
}

/** Takes an import that waits or was interrupted; undefined when it is done. */
export async function take(db: Db, { companyId, importId }: ImportKey) {
  return db
    .updateTable('chart_imports')
    .set({ state: ImportNumber.running, progress: 0 })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('state', 'in', [ImportNumber.waiting, ImportNumber.running])
    .returning([
      'administration_id as administrationId',
      'file_sha256 as sha256',
      'filename',
      'created_by as userId',
      'created_by_name as userName',
    ])
    .executeTakeFirst();
}

/** Says how far an import is, beside the transaction that reads the file. */
export async function setProgress(
  db: Db,
  { companyId, importId }: ImportKey,
  progress: number,
): Promise<void> {
  await db
    .updateTable('chart_imports')
    .set({ progress })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .execute();
}

/** Ends an import: with what it changed, or with the reason why nothing was. */
export async function end(
  db: Db,
  { companyId, importId }: ImportKey,
  result:
    | { readonly counts: Readonly<Record<string, number>> }
    | { readonly error: string; readonly about: string },
  at: Date,
): Promise<void> {
  const values =
    'counts' in result
      ? { state: ImportNumber.done, progress: 100, counts: result.counts }
      : { state: ImportNumber.refused, error: result.error, error_about: result.about.slice(0, 200) };
  await db
    .updateTable('chart_imports')
    .set({ ...values, finished_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .execute();
}

/** The numbers that an administration is known by. */
export async function identityOf(db: Db, { companyId, id }: ChartKey): Promise<Identity | undefined> {
  return db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select(['kvk_number as kvkNumber', 'vat_id as vatId'])
    .executeTakeFirst();
}

/** What creditors of an audit file became. */
export interface SavedCreditors {
  readonly ids: ReadonlyMap<string, string>;
  readonly created: number;
  readonly accounts: number;
}

/** Finds or makes the creditors by their numbers, and notes their bank accounts as imported. */
export async function saveCreditors(
  tx: Tx,
  who: Writer,
  { companyId, id }: ChartKey,
  creditors: readonly XafCreditor[],
): Promise<SavedCreditors> {
  const known = await tx
    .selectFrom('creditor_numbers')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .select(['number', 'creditor_id as creditorId'])
    .execute();
  const ids = new Map(known.map(({ number, creditorId }) => [number, creditorId]));
  const numbers: { number: string; creditorId: string }[] = [];
  for (const { number, name, kvk, vatId } of creditors) {
    if (ids.has(number)) continue;
    // The account is noted below, with its state; it never identifies a creditor here (decision 0127).
    const supplier = { name, kvk, vatId, iban: null, isNameConfirmed: false };
    const creditor = await findOrCreateCreditor(tx, companyId, supplier, who.now());
    if (!creditor) continue;
    ids.set(number, creditor.id);
    numbers.push({ number, creditorId: creditor.id });
  }
  await sql`insert into creditor_numbers (company_id, administration_id, creditor_id, number, origin)
    select ${companyId}::uuid, ${id}::uuid, g."creditorId", g.number, 1
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as g (number text, "creditorId" uuid)
    on conflict do nothing`.execute(tx);
  const accounts = creditors.flatMap(({ number, ibans }) => {
    const creditorId = ids.get(number);
    return creditorId === undefined ? [] : ibans.map((iban) => ({ creditorId, iban }));
  });
  return { ids, created: numbers.length, accounts: await importAccounts(tx, who, companyId, accounts) };
}

const accountState = { seen: 0, imported: 1 } as const;

/**
 * Notes bank accounts as imported: new ones, and those that were only seen on an invoice. Confirmed and blocked ones stay
 * what a person made them.
 *
 * @returns how many became imported
 */
export async function importAccounts(
  tx: Tx,
  { caller, now }: Writer,
  companyId: string,
  accounts: readonly { readonly creditorId: string; readonly iban: string }[],
): Promise<number> {
  const at = now();
  const rows = accounts.map((account) => ({
    ...account,
    id: newId(at.getTime()),
    eventId: newId(at.getTime()),
  }));
  const { rows: done } = await sql<{ count: number }>`
    with given as (
      select distinct on (g."creditorId", g.iban) g.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, "eventId" uuid, "creditorId" uuid, iban text)
    ), saved as (
      insert into creditor_accounts as a (company_id, id, creditor_id, iban, state, created_at, created_by, updated_at, updated_by)
        select ${companyId}::uuid, id, "creditorId", iban, ${accountState.imported}::smallint, ${at.toISOString()}::timestamptz,
          ${caller.userId}::uuid, ${at.toISOString()}::timestamptz, ${caller.userId}::uuid
        from given
      on conflict (company_id, creditor_id, iban) do update set state = excluded.state, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by, row_version = a.row_version + 1
        where a.state = ${accountState.seen}
      returning id, creditor_id, iban
    ), noted as (
      insert into creditor_account_events (company_id, id, account_id, at, state, user_id, user_name)
        select ${companyId}::uuid, given."eventId", saved.id, ${at.toISOString()}::timestamptz, ${accountState.imported}::smallint,
          ${caller.userId}::uuid, ${caller.name}
        from saved join given on given."creditorId" = saved.creditor_id and given.iban = saved.iban
    )
    select count(*)::int as count from saved`.execute(tx);
  return done[0]?.count ?? 0;
}

/** Stores purchase bookings; what is stored already with the same contents is not counted. */
export async function saveBookings(
  tx: Tx,
  { companyId, id }: ChartKey,
  importId: string,
  bookings: readonly XafBooking[],
  creditors: ReadonlyMap<string, string>,
): Promise<number> {
  const rows = bookings.map((booking) => ({
    ...booking,
    invoiceNumber: booking.invoiceNumber.slice(0, 100),
    description: booking.description.slice(0, 255),
    creditorId: creditors.get(booking.creditorNumber) ?? null,
  }));
  const { numAffectedRows } = await sql`
    insert into imported_bookings as b (company_id, administration_id, source_key, import_id, creditor_number, creditor_id,
      invoice_number, booked_on, account_number, cost_center, vat_code, amount_in_cents, description)
    select distinct on (g.key) ${companyId}::uuid, ${id}::uuid, g.key, ${importId}::uuid, g."creditorNumber", g."creditorId",
      g."invoiceNumber", g."bookedOn", g.account, g.costcenter, g."vatCode", g.cents, g.description
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, "creditorNumber" text, "creditorId" uuid,
      "invoiceNumber" text, "bookedOn" date, account text, costcenter text, "vatCode" text, cents bigint, description text)
    on conflict (company_id, administration_id, source_key) do update set creditor_number = excluded.creditor_number,
      creditor_id = excluded.creditor_id, invoice_number = excluded.invoice_number, booked_on = excluded.booked_on,
      account_number = excluded.account_number, cost_center = excluded.cost_center, vat_code = excluded.vat_code,
      amount_in_cents = excluded.amount_in_cents, description = excluded.description, import_id = excluded.import_id
      where (b.creditor_id, b.invoice_number, b.booked_on, b.account_number, b.cost_center, b.vat_code, b.amount_in_cents, b.description)
        is distinct from (excluded.creditor_id, excluded.invoice_number, excluded.booked_on, excluded.account_number,
          excluded.cost_center, excluded.vat_code, excluded.amount_in_cents, excluded.description)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

const most = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];

/** Stores accounts, cost centres, cost units, journals, VAT codes and periods; gives how many were new or changed. */
export async function saveChart(
  tx: Tx,
  { companyId, id }: ChartKey,
  importId: string,
  books: XafBooks,
): Promise<Readonly<Record<string, number>>> {
  const codes = books.vatCodes();
  const count = (numbers: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const number of numbers) if (number !== '') counts.set(number, (counts.get(number) ?? 0) + 1);
    return most(counts);
  };
  const save = async (
    kind: keyof typeof EntryKind,
    entries: readonly { readonly number: string; readonly name: string }[],
  ) => {
    const { numAffectedRows } = await sql`
      insert into chart_entries as e (company_id, administration_id, kind, number, name, import_id)
      select ${companyId}::uuid, ${id}::uuid, ${EntryKind[kind]}::smallint, g.number, g.name, ${importId}::uuid
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as g (number text, name text)
      on conflict (company_id, administration_id, kind, number) do update set name = excluded.name, import_id = excluded.import_id
        where e.name is distinct from excluded.name and excluded.name <> ''`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  };
  const named = (map: ReadonlyMap<string, { number: string; name: string }>) =>
    [...map.values()].map(({ number, name }) => ({ number, name: name.slice(0, 255) }));
  const counts = {
    accounts: await save('account', named(books.accounts)),
    costcenters: await save('costcenter', named(books.costcenters)),
    costUnits: await save('costUnit', named(books.costUnits)),
    journals: await save(
      'journal',
      books.journals.map(({ number, name }) => ({ number, name: name.slice(0, 255) })),
    ),
    vatCodes: 0,
  };
  const roles = [
    ['account', EntryRole.creditors, most(books.controls)],
    ['account', EntryRole.vatToReclaim, count(codes.map(({ claimAccount }) => claimAccount))],
    ['account', EntryRole.vatToPay, count(codes.map(({ payAccount }) => payAccount))],
    ['journal', EntryRole.purchases, books.journals.find(({ isPurchase }) => isPurchase)?.number],
  ] as const;
  // A role that somebody gave stays.
  for (const [kind, role, number] of roles) {
    if (number === undefined) continue;
    await sql`update chart_entries e set role = ${role} where company_id = ${companyId} and administration_id = ${id}
      and kind = ${EntryKind[kind]} and number = ${number} and role = 0
      and not exists (select from chart_entries o where o.company_id = e.company_id
        and o.administration_id = e.administration_id and o.kind = e.kind and o.role = ${role})`.execute(tx);
  }
  counts.vatCodes = await saveVatCodes(tx, { companyId, id }, importId, books);
  const periods = books.periods.map(({ year, period, from, until }) => ({ year, period, from, until }));
  await sql`insert into booking_periods (company_id, administration_id, year, period, from_day, until_day)
    select ${companyId}::uuid, ${id}::uuid, g.year, g.period, g.from, g.until
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as g (year smallint, period smallint, "from" date, until date)
    on conflict do nothing`.execute(tx);
  return counts;
}

// The rates are derived, so a person looks at them; codes that somebody saw stay as they are.
async function saveVatCodes(
  tx: Tx,
  { companyId, id }: ChartKey,
  importId: string,
  books: XafBooks,
): Promise<number> {
  const kinds = ['normal', 'reversed', 'eu', 'import', 'none'];
  const rows = books.vatCodes().map(({ kind, name, ...code }) => ({
    ...code,
    name: name.slice(0, 255),
    kind: kinds.indexOf(kind),
  }));
  const { rows: saved } = await sql<{ code: string }>`
    insert into vat_codes as v (company_id, administration_id, code, name, kind, account_number, due_account_number, is_open,
      is_confirmed, import_id)
    select ${companyId}::uuid, ${id}::uuid, g.code, g.name, g.kind, g."claimAccount", g."payAccount", g."isOpen", false, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (code text, name text, kind smallint, "claimAccount" text,
      "payAccount" text, "isOpen" boolean)
    on conflict (company_id, administration_id, code) do update set name = excluded.name, kind = excluded.kind,
      account_number = excluded.account_number, due_account_number = excluded.due_account_number, is_open = excluded.is_open,
      import_id = excluded.import_id
      where not v.is_confirmed and (v.name, v.kind, v.account_number, v.due_account_number, v.is_open)
        is distinct from (excluded.name, excluded.kind, excluded.account_number, excluded.due_account_number, excluded.is_open)
    returning code`.execute(tx);
  const rates = rows.map(({ code, rate }) => ({ code, rate }));
  await sql`insert into vat_code_rates as r (company_id, administration_id, code, from_day, rate)
    select v.company_id, v.administration_id, v.code, date '1990-01-01', g.rate
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as g (code text, rate integer)
    join vat_codes v on v.company_id = ${companyId} and v.administration_id = ${id} and v.code = g.code and not v.is_confirmed
    on conflict (company_id, administration_id, code, from_day) do update set rate = excluded.rate`.execute(
    tx,
  );
  return saved.length;
}
