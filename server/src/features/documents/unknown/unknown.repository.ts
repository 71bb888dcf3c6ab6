import { sql, type SqlBool } from 'kysely';
import { unknownDocuments, unprocessableBelow } from '#contract/documents/unknown-documents.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage, listRows } from '#server/platform/db/list-page.ts';
import { changedBy } from '#server/platform/db/record.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { inCompanyOfScope } from '#server/platform/db/one-company.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { StateNumber, stateName } from '../document-state.ts';
import { noVerdict, updateDocument } from '../document-rows.ts';
import { inScope, visible } from '../documents/documents.repository.ts';
import { hasTwoFiles } from '../files/files.repository.ts';
import { lockOf } from '../locks/locks.repository.ts';
import { markUsageOf } from '../usage/usage.repository.ts';
import '../documents.tables.ts';

const customer = sql<string>`(select c.fm_customer_id || ' - ' || c.name from companies c where c.id = documents.company_id)`;
const administration = sql<string>`coalesce((select a.name from administrations a
  where a.company_id = documents.company_id and a.id = documents.administration_id), '')`;

const hasQuestion = sql<boolean>`(documents.question <> '')`;

const columns = listColumns(unknownDocuments.fields, {
  id: 'documents.id',
  documentId: { sql: 'documents.number', natural: true, nullable: false },
  companyId: 'documents.company_id',
  'klant/customerIdAndName': { sql: customer, natural: true },
  'administratie/bedrijfsnaam': { sql: administration, natural: true },
  fileCreationTime: 'documents.created_at',
  filename: { sql: 'documents.filename', natural: true },
  IsEdited: 'documents.edited_by_customer',
  lastModified: 'documents.updated_at',
  triggerId: 'documents.trigger_id',
  pageCount: 'documents.page_count',
  textLength: 'documents.text_length',
  hasQuestion: hasQuestion,
});
const search = searchColumns(['documents.number', 'documents.filename', customer, administration]);

function rows(db: Db, ctx: Context) {
  return visible(db, ctx.scope).select([
    'documents.id',
    'documents.number as documentId',
    'documents.company_id as companyId',
    customer.as('customer'),
    'documents.administration_id as administrationId',
    administration.as('administration'),
    'documents.created_at as fileCreationTime',
    'documents.filename',
    'documents.edited_by_customer as IsEdited',
    'documents.updated_at as lastModified',
    'documents.trigger_id as triggerId',
    stateName.as('state'),
    'documents.reasons',
    'documents.page_count as pageCount',
    'documents.text_length as textLength',
    'documents.tries',
    hasQuestion.as('hasQuestion'),
    lockOf(ctx).as('lock'),
  ]);
}

const inState = (ctx: Context, state: number) => ({
  base: rows(ctx.db, ctx).where(sql<SqlBool>`documents.state = ${sql.lit(state)}`),
  columns,
  search,
});

export function list(ctx: Context, state: number, query: ListQuery) {
  return listPage(query, inState(ctx, state));
}

export function stream(ctx: Context, state: number, query: ListQuery) {
  return streamList(ctx.db, query, inState(ctx, state));
}

/** The next one in the list's filter, oldest first, past what another is working on (§D11). */
export async function findNext(
  ctx: Context,
  query: ListQuery,
  after: { readonly at: string; readonly id: string },
) {
  const base = visible(ctx.db, ctx.scope)
    .where(sql<SqlBool>`documents.state = ${sql.lit(StateNumber.Unknown)}`)
    .where(sql<boolean>`(documents.created_at, documents.id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_locks as l')
            .select('l.user_id')
            .whereRef('l.company_id', '=', 'documents.company_id')
            .whereRef('l.document_id', '=', 'documents.id')
            .where('l.user_id', '<>', ctx.caller.userId)
            .where('l.until', '>', ctx.now().toISOString()),
        ),
      ),
    )
    .select(['documents.id', 'documents.number as documentId']);
  return listRows(query, { base, columns, search }).limit(1).executeTakeFirst();
}

/** Documents of any state by their own id, or by the number that people see: for staff it can be of two companies. */
export async function listByIdOrNumber(db: Db, ctx: Context, idOrNumber: string, companyId?: string) {
  if (companyId !== undefined && !isId(companyId)) return [];
  return rows(db, ctx)
    .where(isId(idOrNumber) ? 'documents.id' : 'documents.number', '=', idOrNumber)
    .select([
      'documents.mime',
      'documents.is_credit as isCredit',
      'documents.is_correct as isCorrect',
      'documents.invoice_id as invoiceId',
      'documents.source_sha256 as sourceSha256',
      'documents.question',
      'documents.question_at as questionAt',
      'documents.question_by as questionBy',
      'documents.split_before as splitBefore',
      'documents.addressed_to as addressedTo',
      'documents.vat_rates as vatRates',
      'documents.row_version as rowVersion',
    ])
    .$if(companyId !== undefined, (query) => query.where('documents.company_id', '=', companyId ?? ''))
    .limit(2)
    .execute();
}

/** Locks one document until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string) {
  if (!isId(id)) return undefined;
  const scope = await narrowToRow(tx, ctx.scope, 'documents', id);
  return visible(inCompanyOfScope(tx, scope), scope)
    .where('documents.id', '=', id)
    .select([
      'documents.id',
      'documents.company_id as companyId',
      'documents.number as documentId',
      'documents.state',
      'documents.administration_id as administrationId',
      'documents.trigger_id as triggerId',
      'documents.is_credit as isCredit',
      'documents.is_edited as isEdited',
      'documents.invoice_id as invoiceId',
      'documents.sha256',
      'documents.mime',
      'documents.filename',
      'documents.source_sha256 as sourceSha256',
      'documents.source_mime as sourceMime',
      'documents.source_filename as sourceFilename',
      'documents.page_count as pageCount',
      'documents.row_version as rowVersion',
      hasTwoFiles.as('hasTwoFiles'),
    ])
    .forUpdate()
    .executeTakeFirst();
}
/** A document whose row is locked. */
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>;

export async function save(
  tx: Tx,
  ctx: Context,
  key: Pick<Locked, 'companyId' | 'id'>,
  change: {
    readonly administrationId: string | null;
    readonly triggerId: string | null;
    readonly isCredit: boolean;
    /** A person wrote something that is read from the document; choosing a trigger is none of it. */
    readonly hasWritten: boolean;
    readonly state: number;
    readonly reasons: readonly string[];
  },
): Promise<void> {
  await updateDocument(tx, key, {
    administration_id: change.administrationId,
    trigger_id: change.triggerId,
    is_credit: change.isCredit,
    ...(change.hasWritten && {
      is_edited: true,
      ...(!ctx.caller.isProvider && { edited_by_customer: true }),
    }),
    state: change.state,
    // A complete document needs no answer any more.
    ...(change.reasons.length === 0 && { question: '' }),
    reasons: [...change.reasons],
    ...noVerdict,
    ...changedBy(ctx),
  });
}

export async function setQuestion(
  tx: Tx,
  ctx: Context,
  key: Pick<Locked, 'companyId' | 'id'>,
  question: string,
): Promise<void> {
  await updateDocument(tx, key, {
    question,
    question_at: ctx.now().toISOString(),
    question_by: ctx.caller.name,
    ...changedBy(ctx),
  });
}

/** The administrations of a company, by name. */
export async function listAdministrations(
  db: Db,
  companyId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows: found } = await sql<{ id: string; name: string }>`select id, name from administrations
    where company_id = ${companyId}::uuid and deleted_at is null order by name, id`.execute(db);
  return found;
}

/** Whether the trigger is general or the company's own. */
export async function hasTrigger(db: Db, companyId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const { rows: found } = await sql`select 1 from triggers where id = ${id}::uuid and deleted_at is null
    and (company_id = ${companyId}::uuid or company_id is null)`.execute(db);
  return found.length > 0;
}

export interface Moved {
  readonly id: string;
  readonly companyId: string;
  readonly documentId: string;
}

/** Makes documents unprocessable in one batch: those of the ids that are Onbekend and in scope (§D3). */
export async function markUnprocessable(
  tx: Tx,
  ctx: Context,
  batchId: string,
  ids: readonly string[],
): Promise<Moved[]> {
  return moveToUnprocessable(
    tx,
    ctx,
    batchId,
    'set-aside',
    sql`documents.id = any(${ids.filter(isId)}::uuid[])`,
  );
}

/** The same for those with under 500 characters of text and at least one finished try, never an edited one (§D4). */
export async function markShortUnprocessable(tx: Tx, ctx: Context, batchId: string): Promise<Moved[]> {
  return moveToUnprocessable(
    tx,
    ctx,
    batchId,
    'too-little-text',
    sql`documents.text_length < ${unprocessableBelow}::integer and documents.engine_version <> '' and not documents.is_edited`,
  );
}

/** The same for those with these bytes (§D5). */
export async function markHashUnprocessable(
  tx: Tx,
  ctx: Context,
  batchId: string,
  sha256: string,
): Promise<Moved[]> {
  return moveToUnprocessable(tx, ctx, batchId, 'set-aside', sql`documents.sha256 = ${sha256}`);
}

async function moveToUnprocessable(
  tx: Tx,
  ctx: Context,
  batchId: string,
  reason: string,
  which: ReturnType<typeof sql>,
): Promise<Moved[]> {
  const { rows: done } = await sql<Moved>`
    update documents set state = ${StateNumber.Unprocessable}::smallint, reasons_before = reasons, reasons = array[${reason}::text],
      batch_id = ${batchId}::uuid, updated_at = ${ctx.now().toISOString()}::timestamptz, updated_by = ${ctx.caller.userId}::uuid,
      row_version = row_version + 1
    where state = ${StateNumber.Unknown}::smallint and deleted_at is null
      and ${inScope(ctx.scope)} and ${which}
    returning id, company_id as "companyId", number as "documentId"`.execute(tx);
  await markUsageOf(tx, done);
  return done;
}

export async function hasHash(ctx: Context, sha256: string): Promise<boolean> {
  const found = await visible(ctx.db, ctx.scope)
    .where('documents.sha256', '=', sha256)
    .select('documents.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertBatch(tx: Tx, ctx: Context, id: string): Promise<void> {
  await tx
    .insertInto('document_batches')
    .values({
      company_id: ctx.caller.companyId,
      id,
      user_id: ctx.caller.userId,
      created_at: ctx.now().toISOString(),
    })
    .execute();
}

export async function hasBatch(db: Db, ctx: Context, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom('document_batches')
    .where('id', '=', id)
    .where('company_id', '=', ctx.caller.companyId)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Restores unprocessable documents with their reasons: a batch, or one. What moved on meanwhile stays. */
export async function restoreUnknown(
  tx: Tx,
  ctx: Context,
  which: { readonly batchId: string } | { readonly id: string },
): Promise<Moved[]> {
  const condition = 'batchId' in which ? sql`batch_id = ${which.batchId}::uuid` : sql`id = ${which.id}::uuid`;
  const { rows: done } = await sql<Moved>`
    update documents set state = ${StateNumber.Unknown}::smallint, reasons = reasons_before, reasons_before = '{}', batch_id = null,
      updated_at = ${ctx.now().toISOString()}::timestamptz, updated_by = ${ctx.caller.userId}::uuid, row_version = row_version + 1
    where state = ${StateNumber.Unprocessable}::smallint and deleted_at is null and sha256 <> '' and ${condition}
      and ${inScope(ctx.scope)}
    returning id, company_id as "companyId", number as "documentId"`.execute(tx);
  await markUsageOf(tx, done);
  return done;
}
