import { type RawBuilder, sql } from 'kysely';
import { type damagedOriginal, originalStates } from '#contract/invoicing/archive.ts';
import { withinBoth, withinPeriod } from '#server/features/core/index.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import './archive.tables.ts';
import '../invoicing.tables.ts';

/** A file of a document as it came in, or as page work left it. */
export interface Original {
  readonly documentId: string;
  readonly sha256: string;
  readonly filename: string;
}

/** All companies, those first whose turn was longest ago. */
export async function listCompanies(db: Db): Promise<string[]> {
  // Two lists: a spread database does not join companies to rounds where some have none.
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute();
  const rounds = await db
    .selectFrom('archive_checks')
    .select(['company_id', 'updated_at'])
    .orderBy('updated_at')
    .execute();
  const turns = new Map(rounds.map((round, turn) => [round.company_id, turn]));
  return companies
    .map(({ id }) => id)
    .toSorted((one, other) => (turns.get(one) ?? -1) - (turns.get(other) ?? -1));
}

/** Whether a company has invoices, and so originals. */
export async function hasInvoices(db: Db, companyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How far a company's round is. */
export function findRound(db: Db, companyId: string) {
  return db
    .selectFrom('archive_checks')
    .where('company_id', '=', companyId)
    .select([
      'began_at as beganAt',
      'after_document as after',
      'is_done as isDone',
      'planned_count as planned',
      'checked_count as checked',
      'seen_at as seenAt',
      'seen_count as seenCount',
      'whole_at as wholeAt',
    ])
    .executeTakeFirst();
}

const originals = (companyId: string) => sql`
  from documents d
    cross join lateral (values (d.sha256, d.filename), (d.source_sha256, d.source_filename)
      union all select b.sha256, b.filename from document_files b
        where b.company_id = ${companyId} and b.document_id = d.id) f (sha256, filename)
  where d.company_id = ${companyId} and d.invoice_id is not null and d.deleted_at is null and f.sha256 <> ''`;

// One of the files of `d`: as it came in, as page work left it, or the other one of two.
const isOfDocument = (sha256: RawBuilder<unknown>) => sql`(${sha256} in (d.sha256, d.source_sha256)
  or ${sha256} in (select b.sha256 from document_files b where b.company_id = d.company_id and b.document_id = d.id))`;

/** Begins a round at the first document. */
export async function beginRound(db: Db, companyId: string, at: Date): Promise<void> {
  await sql`
    insert into archive_checks (company_id, began_at, planned_count, updated_at)
    select ${companyId}, ${at}, (select count(*)::integer ${originals(companyId)}), ${at}
    on conflict (company_id) do update set began_at = excluded.began_at, after_document = null, is_done = false,
      planned_count = excluded.planned_count, checked_count = 0, updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** The next documents of a round with their files. */
export async function listNext(
  db: Db,
  companyId: string,
  after: string | null,
  max: number,
): Promise<Original[]> {
  // By documents: the files of one are not torn apart.
  const { rows } = await sql<Original>`
    with next as materialized (
      select id from documents
      where company_id = ${companyId} and invoice_id is not null and deleted_at is null
        ${after === null ? sql`` : sql`and id > ${after}`}
      order by id limit ${max}
    )
    select d.id as "documentId", f.sha256, f.filename ${originals(companyId)} and d.id in (select id from next)
    order by d.id`.execute(db);
  return rows;
}

/** Forgets damage of files that no document has any more. */
export async function forgetGone(db: Db, companyId: string): Promise<void> {
  await sql`
    delete from damaged_originals o where o.company_id = ${companyId} and o.mended_at is null
      and not exists (select from documents d where d.company_id = ${companyId} and d.id = o.document_id
        and d.deleted_at is null and ${isOfDocument(sql.ref('o.file_sha256'))})`.execute(db);
}

/** Those that were damaged or missing, whose last look was before a moment. */
export async function listDamaged(db: Db, companyId: string, before: Date): Promise<Original[]> {
  return db
    .selectFrom('damaged_originals')
    .where('company_id', '=', companyId)
    .where('mended_at', 'is', null)
    .where('checked_at', '<', before.toISOString())
    .orderBy('checked_at')
    .limit(1000)
    .select(['document_id as documentId', 'file_sha256 as sha256', 'filename'])
    .execute();
}

/** Notes what a look found; a file that is whole again is mended. */
export async function noteCheck(
  db: Db,
  companyId: string,
  { documentId, sha256, filename }: Original,
  state: 'whole' | (typeof originalStates)[number],
  at: Date,
): Promise<void> {
  const moment = at.toISOString();
  if (state === 'whole') {
    await db
      .updateTable('damaged_originals')
      .set({ mended_at: moment, checked_at: moment })
      .where('company_id', '=', companyId)
      .where('document_id', '=', documentId)
      .where('file_sha256', '=', sha256)
      .where('mended_at', 'is', null)
      .execute();
    return;
  }
  // Not where the document was deleted or given other pages meanwhile.
  await sql`
    insert into damaged_originals (company_id, document_id, file_sha256, filename, state, found_at, checked_at)
    select ${companyId}, d.id, ${sha256}, ${filename}, ${originalStates.indexOf(state)}, ${at}, ${at}
    from documents d
    where d.company_id = ${companyId} and d.id = ${documentId} and d.deleted_at is null
      and ${isOfDocument(sql`${sha256}`)}
    on conflict (company_id, document_id, file_sha256) do update set state = excluded.state,
      checked_at = excluded.checked_at, mended_at = null,
      found_at = case when damaged_originals.mended_at is null then damaged_originals.found_at else excluded.found_at end`.execute(
    db,
  );
}

/** Goes on behind a document; nothing where another process did meanwhile. */
export async function advance(
  db: Db,
  companyId: string,
  from: string | null,
  step: { readonly to: string; readonly count: number },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archive_checks')
    .set({
      after_document: step.to,
      checked_count: sql`checked_count + ${step.count}`,
      updated_at: at.toISOString(),
    })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`after_document is not distinct from ${from}::uuid`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a round: everything was seen. */
export async function endRound(db: Db, companyId: string, at: Date): Promise<void> {
  const moment = at.toISOString();
  await db
    .updateTable('archive_checks')
    .set({
      is_done: true,
      seen_at: moment,
      seen_count: sql`checked_count`,
      whole_at: sql`case when exists (select from damaged_originals o
        where o.company_id = archive_checks.company_id and o.mended_at is null) then whole_at else ${moment}::timestamptz end`,
      updated_at: moment,
    })
    .where('company_id', '=', companyId)
    .execute();
}

/** What is damaged or missing now, within the scope, the newest found first. */
export async function listOpen(
  db: Db,
  scope: Scope,
  companyId: string,
  max: number,
): Promise<(typeof damagedOriginal)['_output'][]> {
  const { rows } = await sql<(typeof damagedOriginal)['_output']>`
    select invoices.id as "invoiceId", invoices.document_number as "documentId", invoices.invoice_number as "invoiceNumber",
      invoices.invoice_date as "invoiceDate", invoices.creditor_name as creditor, o.filename, o.file_sha256 as sha256,
      ${nameAt(originalStates, 'o.state')} as state, o.found_at as "foundAt", o.checked_at as "checkedAt"
    from damaged_originals o
      join invoices on invoices.company_id = o.company_id and invoices.document_id = o.document_id
        and invoices.deleted_at is null
    where o.company_id = ${companyId} and o.mended_at is null and ${withinBoth(scope, 'invoices')}
      and ${withinPeriod(scope, 'invoices.invoice_date')}
    order by o.found_at desc, o.document_id limit ${max}`.execute(db);
  return rows;
}
