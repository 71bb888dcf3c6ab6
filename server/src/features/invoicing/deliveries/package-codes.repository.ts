import { sql } from 'kysely';
import {
  type LineCodeKind,
  lineCodeKinds,
  type PackageCodeKind,
  packageCodeKinds,
} from '#contract/invoicing/package-codes.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { EntryKind } from '../charts/chart-numbers.ts';
import { StatusNumber } from '../state-numbers.ts';
import type { PackageCodes } from './package-codes.rules.ts';
import '../charts/charts.tables.ts';
import '../creditors/creditors.tables.ts';
import '../invoicing.tables.ts';

/** Whose codes. */
export interface Books {
  readonly companyId: string;
  readonly administrationId: string;
}

/** A code of ours with that of the package, as people see it. */
export interface PackageCodeRow {
  readonly ours: string;
  readonly name: string;
  readonly theirs: string;
  readonly invoiceCount: number;
}

/** The codes of the package that an administration has, by ours. */
export async function findCodes(db: Db, { companyId, administrationId }: Books): Promise<PackageCodes> {
  const rows = await db
    .selectFrom('delivery_mappings')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', administrationId)
    .select(['kind', 'ours', 'theirs'])
    .execute();
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return new Map(
    lineCodeKinds.flatMap((kind) => {
      const found = byKind.get(kind);
      return found ? [[kind, new Map(found.map(({ ours, theirs }) => [ours, theirs]))] as const] : [];
    }),
  );
}

const columns = {
  account: sql.ref('l.ledger_number'),
  costcenter: sql.ref('l.cost_center'),
  costUnit: sql.ref('l.cost_unit'),
  vatCode: sql.ref('l.vat_code'),
} as const satisfies Record<LineCodeKind, unknown>;

const isOpen = (books: Books) => sql`i.company_id = ${books.companyId}
  and i.administration_id = ${books.administrationId}
  and i.status = ${sql.lit(StatusNumber.ReadyForProcessing)} and i.deleted_at is null`;

/** The codes of one kind: those of the chart that are open, those on approved invoices, and those that are mapped. */
export function listCodes(db: Db, books: Books, kind: PackageCodeKind): Promise<PackageCodeRow[]> {
  return kind === 'creditor' ? listCreditors(db, books) : listLineCodes(db, books, kind);
}

async function listLineCodes(db: Db, books: Books, kind: LineCodeKind): Promise<PackageCodeRow[]> {
  const { companyId, administrationId } = books;
  const chart =
    kind === 'vatCode'
      ? sql`select v.code as ours, v.name, v.is_open from vat_codes v
          where v.company_id = ${companyId} and v.administration_id = ${administrationId}`
      : sql`select e.number as ours, e.name, e.is_open from chart_entries e where e.company_id = ${companyId}
          and e.administration_id = ${administrationId} and e.kind = ${sql.lit(EntryKind[kind])}`;
  const { rows } = await sql<PackageCodeRow>`with chart as (${chart}),
      used as (select ${columns[kind]} as ours, max(l.ledger_name) as account_name, count(distinct i.id)::int as count
        from invoices i join invoice_lines l on l.company_id = i.company_id and l.invoice_id = i.id
        where ${isOpen(books)} and ${columns[kind]} <> '' group by 1),
      mapped as (select m.ours, m.theirs from delivery_mappings m where m.company_id = ${companyId}
        and m.administration_id = ${administrationId} and m.kind = ${kind}),
      codes as (select ours from chart where is_open union select ours from used union select ours from mapped)
    select k.ours, coalesce(chart.name, ${kind === 'account' ? sql`used.account_name` : sql`''`}, '') as name,
      coalesce(mapped.theirs, '') as theirs, coalesce(used.count, 0) as "invoiceCount"
    from codes k left join chart on chart.ours = k.ours left join used on used.ours = k.ours
      left join mapped on mapped.ours = k.ours
    order by k.ours collate natural_order`.execute(db);
  return rows;
}

async function listCreditors(db: Db, books: Books): Promise<PackageCodeRow[]> {
  const { companyId, administrationId } = books;
  const { rows } = await sql<PackageCodeRow>`with open as (select i.creditor_id, count(*)::int as count
      from invoices i where ${isOpen(books)} and i.creditor_id is not null group by 1)
    select c.id as ours, c.name, coalesce(n.number, '') as theirs, coalesce(open.count, 0) as "invoiceCount"
    from creditors c left join open on open.creditor_id = c.id
      left join creditor_numbers n on n.company_id = c.company_id and n.creditor_id = c.id
        and n.administration_id = ${administrationId}
    where c.company_id = ${companyId} and c.deleted_at is null and c.merged_into is null
      and (n.number is not null or exists (select from invoices i where i.company_id = c.company_id
        and i.creditor_id = c.id and i.administration_id = ${administrationId} and i.deleted_at is null))
    order by c.name collate natural_order, c.id`.execute(db);
  return rows;
}

/** A creditor by what a file can call it. */
export interface NamedCreditor {
  readonly id: string;
  readonly name: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
}

/** All creditors of a company, by what a file can call them. */
export function listNamedCreditors(db: Db, companyId: string): Promise<NamedCreditor[]> {
  return db
    .selectFrom('creditors')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .select(['id', 'name', 'kvk', 'vat_id as vatId'])
    .execute();
}

/** A code of ours and that of the package; empty takes it away. */
export interface CodeToSave {
  readonly kind: PackageCodeKind;
  readonly ours: string;
  readonly theirs: string;
}

/** Writes codes of the package; those that are not named stay. */
export async function saveCodes(tx: Tx, books: Books, codes: readonly CodeToSave[]): Promise<void> {
  for (const kind of packageCodeKinds) {
    const given = codes.filter((code) => code.kind === kind);
    if (given.length > 0) await (kind === 'creditor' ? saveNumbers : saveLineCodes)(tx, books, given);
  }
}

async function saveLineCodes(tx: Tx, { companyId, administrationId }: Books, codes: readonly CodeToSave[]) {
  const given = recordsOf(codes);
  await sql`delete from delivery_mappings m using ${given} where m.company_id = ${companyId}
    and m.administration_id = ${administrationId} and m.kind = g.kind and m.ours = g.ours and g.theirs = ''`.execute(
    tx,
  );
  await sql`insert into delivery_mappings (company_id, administration_id, kind, ours, theirs)
    select ${companyId}::uuid, ${administrationId}::uuid, g.kind, g.ours, g.theirs from ${given} where g.theirs <> ''
    on conflict (company_id, administration_id, kind, ours) do update set theirs = excluded.theirs`.execute(
    tx,
  );
}

// All given numbers go first, so that two creditors can change theirs with one another.
async function saveNumbers(tx: Tx, { companyId, administrationId }: Books, codes: readonly CodeToSave[]) {
  const given = recordsOf(codes);
  await sql`delete from creditor_numbers n using ${given} where n.company_id = ${companyId}
    and n.administration_id = ${administrationId} and n.creditor_id = g.ours::uuid`.execute(tx);
  await sql`insert into creditor_numbers (company_id, administration_id, creditor_id, number)
    select ${companyId}::uuid, ${administrationId}::uuid, g.ours::uuid, g.theirs from ${given} where g.theirs <> ''`.execute(
    tx,
  );
}

const recordsOf = (codes: readonly CodeToSave[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as g (kind text, ours text, theirs text)`;
