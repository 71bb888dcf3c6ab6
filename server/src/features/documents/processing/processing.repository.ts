import { sql, type SqlBool } from 'kysely';
import { documents, documentStates, type DocumentState } from '#contract/documents/documents.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import type { Identity } from '#server/recognition/index.ts';
import { StateNumber, unreadStates } from '../document-state.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { FileRole } from '../files/files.repository.ts';
import { markUsage } from '../usage/usage.repository.ts';
import type { SupplierPlace } from '../documents.tables.ts';
import type { RecognisedVatRate } from '#server/recognition/index.ts';

const recognised = sql.lit(StateNumber.Recognised);

/** Starts a document that waits to be read, or whose reading was interrupted; undefined when there is nothing to do. */
export async function start(db: Db, { companyId, documentId }: DocumentKey, at: Date) {
  return db
    .updateTable('documents')
    .set({ state: StateNumber.Reading, tries: sql`tries + 1`, updated_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', unreadStates)
    .returning([
      'sha256',
      'filename',
      'administration_id as administrationId',
      'has_edited_lines as hasEditedLines',
      sql<boolean>`exists (select from document_rejections r
        where r.company_id = documents.company_id and r.document_id = documents.id)`.as('wasRejected'),
      sql<string | null>`(select f.sha256 from document_files f where f.company_id = documents.company_id
        and f.document_id = documents.id and f.role = ${sql.lit(FileRole.data)})`.as('dataSha256'),
    ])
    .executeTakeFirst();
}

/** The parties that are never the supplier: the company and its administrations. */
export async function findBuyerIdentities(
  db: Db,
  companyId: string,
): Promise<{ administrationIds: string[]; identities: Identity[] }> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['id', 'name'])
    .executeTakeFirst();
  const administrations = await db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'name', 'kvk_number as kvk', 'vat_id as vatId', 'iban'])
    .execute();
  // Administrations first: they are the closer answer to whose invoice it is.
  return {
    administrationIds: administrations.map(({ id }) => id),
    identities: [...administrations, ...(company ? [company] : [])],
  };
}

/** What is stored of a document once it was read. */
export interface Reading {
  readonly state: DocumentState;
  /** Codes; one may name what it speaks of behind a colon. */
  readonly reasons: readonly string[];
  readonly administrationId?: string | null;
  readonly mime?: string;
  readonly isCredit?: boolean;
  /** The trigger that read it. */
  readonly triggerId?: string | null;
  readonly pageCount?: number;
  readonly textLength?: number;
  /** Pages on which another invoice starts. */
  readonly splitBefore?: readonly number[];
  /** To whom it is addressed, where that is neither the company nor the administration. */
  readonly addressedTo?: string | null;
  /** Where the supplier is, where an electronic invoice says it. */
  readonly supplierPlace?: SupplierPlace | null;
  readonly vatRates?: readonly RecognisedVatRate[];
  /** What an electronic invoice names and holds (`attachedKeys`). */
  readonly attachedFiles?: readonly string[];
  readonly engineVersion: string;
}

/** A document, and the file of it that was read: meanwhile its pages may have been turned, split or restored. */
export interface ReadFile extends DocumentKey {
  readonly sha256: string;
}

/** Finishes a reading; false when another try finished it first, or the document has another file now, which has a job. */
export async function finish(
  tx: Tx,
  { companyId, documentId, sha256 }: ReadFile,
  reading: Reading,
  at: Date,
): Promise<boolean> {
  const state = documentStates.indexOf(reading.state);
  const result = await tx
    .updateTable('documents')
    .set({
      state,
      reasons: [...reading.reasons],
      last_error: '',
      trigger_id: reading.triggerId ?? null,
      // Absent: the pages stay as they were.
      ...(reading.pageCount === undefined ? {} : { page_count: reading.pageCount }),
      ...(reading.textLength === undefined ? {} : { text_length: reading.textLength }),
      is_credit: sql`case when is_edited then is_credit else ${reading.isCredit ?? false} end`,
      split_before: [...(reading.splitBefore ?? [])],
      addressed_to: reading.addressedTo ?? null,
      supplier_place: reading.supplierPlace ? JSON.stringify(reading.supplierPlace) : null,
      vat_rates: JSON.stringify(reading.vatRates ?? []),
      attached_files: [...(reading.attachedFiles ?? [])],
      engine_version: reading.engineVersion,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
      ...(reading.mime === undefined ? {} : { mime: reading.mime }),
      ...(reading.administrationId === undefined ? {} : { administration_id: reading.administrationId }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .where('sha256', '=', sha256)
    .where('state', 'in', unreadStates)
    .returning('retry_id as retryId')
    .executeTakeFirst();
  if (result) await recordRead(tx, { companyId, documentId }, state, at);
  if (result && state === StateNumber.Unprocessable) await markUsage(tx, companyId, [documentId]);
  if (result?.retryId)
    await recordRetryResult(
      tx,
      { companyId, documentId },
      result.retryId,
      { state, reasons: reading.reasons },
      at,
    );
  return result !== undefined;
}

// Reading leaves no line in the history: it changes nothing that somebody said.
async function recordRead(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  state: number,
  at: Date,
): Promise<void> {
  const type = state === StateNumber.Recognised ? 'document.recognised' : 'document.unrecognised';
  await recordEvents(tx, at, [{ companyId, type, entity: documents.permission, recordId: documentId }]);
}

/** Stores the result of a retry; a later reading of the same document does not belong to it. */
async function recordRetryResult(
  tx: Tx,
  key: DocumentKey,
  retryId: string,
  { state, reasons }: { readonly state: number; readonly reasons: readonly string[] },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('document_retry_items')
    .set({ state, reasons: [...reasons], ended_at: at.toISOString() })
    .where(ofDocument(key))
    .where('retry_id', '=', retryId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Stores why a try failed; after the last one the document waits for a person. */
export async function recordFailure(
  db: Db,
  { companyId, documentId, sha256 }: ReadFile,
  error: string,
  isLast: boolean,
  at: Date,
): Promise<void> {
  const end = {
    state: StateNumber.Unknown,
    reasons: ['failed'],
    row_version: sql<number>`row_version + 1`,
  };
  const what = { last_error: error.slice(0, 500), updated_at: at.toISOString(), ...(isLast ? end : {}) };
  await db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('documents')
      .set(what)
      .where('company_id', '=', companyId)
      .where('id', '=', documentId)
      .where('sha256', '=', sha256)
      .where('state', 'in', unreadStates)
      .returning('retry_id as retryId')
      .executeTakeFirst();
    if (isLast && noted) await recordRead(tx, { companyId, documentId }, end.state, at);
    if (isLast && noted?.retryId)
      await recordRetryResult(tx, { companyId, documentId }, noted.retryId, end, at);
  });
}

/** Documents whose job was lost with its last try: untouched for a while, and not finished. */
export async function listStuck(db: Db, before: Date) {
  return (
    db
      .selectFrom('documents')
      .leftJoin('users', 'users.id', 'documents.created_by')
      // Spelt as the partial index spells it.
      .where(
        sql<SqlBool>`(documents.state < ${recognised} or documents.state = ${recognised} and documents.invoice_id is null)`,
      )
      .where('documents.deleted_at', 'is', null)
      .where('documents.updated_at', '<', before.toISOString())
      .orderBy('documents.updated_at')
      .limit(1000)
      .select([
        'documents.company_id as companyId',
        'documents.id as documentId',
        'documents.created_by as userId',
        sql<string>`coalesce(users.first_name || ' ' || users.last_name, '')`.as('userName'),
        sql<boolean>`documents.state = ${recognised}`.as('isRead'),
      ])
      .execute()
  );
}
