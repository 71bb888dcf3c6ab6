import { sql, type SqlBool } from 'kysely';
import { unvalidated } from '#contract/documents/validation.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { changedBy } from '#server/platform/db/record.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { inCompanyOfScope } from '#server/platform/db/one-company.ts';
import { StateNumber } from '../document-state.ts';
import { visible } from '../documents/documents.repository.ts';
import { lockOf } from '../locks/locks.repository.ts';
import { pictureName } from '../pages/pages.repository.ts';
import { type DocumentKey, updateDocument } from '../document-rows.ts';
import { confidenceOf, pairsOf } from '../values/values.repository.ts';
import '../documents.tables.ts';

const documentType = sql<
  'invoice' | 'credit-note'
>`case when documents.is_credit then 'credit-note' else 'invoice' end`;
const customerId = sql<string>`(select c.fm_customer_id::text from companies c where c.id = documents.company_id)`;
const companyName = sql<string>`(select c.name from companies c where c.id = documents.company_id)`;
const administrationName = sql<string>`coalesce((select a.name from administrations a
  where a.company_id = documents.company_id and a.id = documents.administration_id), '')`;

const columns = listColumns(unvalidated.fields, {
  id: 'documents.id',
  documentId: { sql: 'documents.number', natural: true, nullable: false },
  customerId,
  companyId: 'documents.company_id',
  administrationId: 'documents.administration_id',
  administrationName: { sql: administrationName, natural: true },
  filename: { sql: 'documents.filename', natural: true },
  createdAt: 'documents.created_at',
  documentType,
  confidence: confidenceOf,
});
const found = sql<string>`coalesce((select string_agg(f.value, ' ') from document_fields f
  where f.company_id = documents.company_id and f.document_id = documents.id and f.rank = 0), '')`;
const search = searchColumns([
  'documents.number',
  'documents.filename',
  companyName,
  administrationName,
  found,
]);

function rows(db: Db, ctx: Context) {
  return visible(db, ctx.scope).select([
    'documents.id',
    'documents.number as documentId',
    'documents.company_id as companyId',
    customerId.as('customerId'),
    companyName.as('companyName'),
    'documents.administration_id as administrationId',
    administrationName.as('administrationName'),
    'documents.filename',
    'documents.created_at as createdAt',
    documentType.as('documentType'),
    confidenceOf.as('confidence'),
    pairsOf.as('properties'),
    lockOf(ctx).as('lock'),
    sql<string | null>`(select p.image_sha256 from document_pages p
      where p.company_id = documents.company_id and p.document_id = documents.id and p.number = 1)`.as(
      'imageSha256',
    ),
  ]);
}

/** What waits for a verdict: recognised, not judged, and not of an automatic supplier. */
function waiting(db: Db, ctx: Context) {
  // Spelt as the partial indexes spell it.
  return rows(db, ctx).where(
    sql<SqlBool>`documents.state = ${sql.lit(StateNumber.Recognised)} and documents.is_correct is null and not documents.skips_validation`,
  );
}

export async function list(ctx: Context, query: ListQuery) {
  const page = await listPage(query, { base: waiting(ctx.db, ctx), columns, search });
  return { ...page, rows: page.rows.map(shown) };
}

export function stream(ctx: Context, query: ListQuery) {
  return streamList(ctx.db, query, { base: waiting(ctx.db, ctx), columns, search });
}

function shown<T extends { imageSha256: string | null }>({ imageSha256, ...row }: T) {
  return { ...row, picture: imageSha256 === null ? null : pictureName(imageSha256) };
}

/** A document that waits for a verdict, or had one. */
export async function findById(db: Db, ctx: Context, id: string) {
  if (!isId(id)) return undefined;
  const row = await rows(db, ctx)
    .where('documents.id', '=', id)
    .where((where) =>
      where.or([
        where('documents.state', '=', StateNumber.Recognised),
        where('documents.is_correct', 'is not', null),
      ]),
    )
    .select([
      'documents.mime',
      'documents.is_correct as isCorrect',
      'documents.verdict_at as verdictAt',
      'documents.verdict_by as verdictBy',
      actorName('documents.verdict_by').as('verdictName'),
      'documents.invoice_id as invoiceId',
      'documents.trigger_id as triggerId',
      'documents.split_before as splitBefore',
      'documents.addressed_to as addressedTo',
      'documents.vat_rates as vatRates',
      'documents.row_version as rowVersion',
    ])
    .executeTakeFirst();
  return row && shown(row);
}

/** The key of a document in scope, whatever its state. */
export async function findKey(ctx: Context, id: string): Promise<DocumentKey | undefined> {
  if (!isId(id)) return undefined;
  const row = await visible(ctx.db, ctx.scope)
    .where('documents.id', '=', id)
    .select(['documents.company_id as companyId', 'documents.id as documentId'])
    .executeTakeFirst();
  return row;
}

/** Locks a document for a verdict. */
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
      'documents.is_correct as isCorrect',
      'documents.verdict_at as verdictAt',
      'documents.was_corrected as wasCorrected',
      'documents.creditor_id as creditorId',
      'documents.row_version as rowVersion',
      // What a person confirmed as it was read is no correction; what was read stands behind it.
      sql<boolean>`exists (select from document_fields f left join document_fields r on r.company_id = f.company_id
          and r.document_id = f.document_id and r.property = f.property and r.rank = 1
        where f.company_id = documents.company_id and f.document_id = documents.id and f.rank = 0 and f.method = 'user'
          and f.value <> coalesce(r.value, ''))`.as('hasManual'),
    ])
    .forUpdate()
    .executeTakeFirst();
}
/** A document whose row is locked. */
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>;

export interface VerdictRow {
  readonly state: number;
  readonly reasons: readonly string[];
  readonly isCorrect: boolean | null;
  readonly wasCorrected: boolean;
}

export async function writeVerdict(tx: Tx, ctx: Context, key: Locked, row: VerdictRow): Promise<void> {
  await updateDocument(tx, key, {
    state: row.state,
    reasons: [...row.reasons],
    is_correct: row.isCorrect,
    was_corrected: row.wasCorrected,
    was_rejected: row.isCorrect === false,
    verdict_at: row.isCorrect === null ? null : ctx.now().toISOString(),
    verdict_by: row.isCorrect === null ? null : ctx.caller.userId,
    ...changedBy(ctx),
  });
}

/** The version goes up, so that whoever has the old values open gets 409 (§B5). */
export async function touch(tx: Tx, ctx: Context, { companyId, documentId }: DocumentKey): Promise<void> {
  await updateDocument(tx, { companyId, id: documentId }, changedBy(ctx));
}

/** The lines are a person's from now on. */
export async function noteEditedLines(
  tx: Tx,
  ctx: Context,
  { companyId, documentId }: DocumentKey,
): Promise<void> {
  await updateDocument(tx, { companyId, id: documentId }, { has_edited_lines: true, ...changedBy(ctx) });
}
