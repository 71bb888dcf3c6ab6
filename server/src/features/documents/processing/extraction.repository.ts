import { documentProperty } from '#contract/documents/properties.ts';
import { sql } from 'kysely';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import type {
  Candidate,
  FieldName,
  RecognisedDocument,
  RecognisedFields,
  RecognisedLine,
  RecognisedPage,
  RecognisedVatRate,
} from '#server/recognition/index.ts';
import { StateNumber } from '../document-state.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { minConfidence } from './outcome.rules.ts';
import { ratesOf } from './vat-rates.rules.ts';
import { indexPages } from '../search/page-search.repository.ts';
import type { SupplierPlace } from '../documents.tables.ts';

/** A page that was read, with its stored images. */
export interface ExtractedPage extends Omit<RecognisedPage, 'jpeg'> {
  readonly imageSha256: string;
  readonly thumbnailSha256: string;
}

// A statement takes 65,535 parameters.
const batchSize = 1000;

/** Replaces everything that was found in a document. */
export async function replace(
  tx: Tx,
  key: DocumentKey,
  found: Pick<RecognisedDocument, 'fields'> & {
    /** Null: a person mended the stored ones, which stay (§D10). */
    readonly lines: RecognisedDocument['lines'] | null;
    readonly pages: readonly ExtractedPage[] | null;
  },
): Promise<void> {
  const of = { company_id: key.companyId, document_id: key.documentId };
  // What a person wrote wins over any later run (§D10).
  const manual = await listManual(tx, key);
  const tables = found.lines
    ? (['document_fields', 'document_lines'] as const)
    : (['document_fields'] as const);
  // Without pages the stored ones stay.
  for (const table of found.pages ? (['document_pages', ...tables] as const) : tables) {
    const deletion = tx.deleteFrom(table).where(ofDocument(key));
    await executeLater(tx, deletion);
  }
  for (const pages of inBatches(found.pages ?? [])) {
    const rows = pages.map((page) => ({ ...of, ...pageRow(page) }));
    await executeLater(tx, tx.insertInto('document_pages').values(rows));
    const texts = rows.map(({ number, text, ocr_text: ocrText }) => ({
      documentId: key.documentId,
      number,
      text,
      ocrText,
    }));
    await indexPages(tx, key.companyId, texts);
  }
  const fields = fieldNames.flatMap((property) => {
    const written = manual.find((row) => row.property === property);
    const read = found.fields[property].map((candidate, rank) => fieldRow(property, candidate, rank));
    return written ? [written, ...read.map((row) => ({ ...row, rank: row.rank + 1 }))].slice(0, 5) : read;
  });
  for (const part of inBatches(fields)) {
    const rows = part.map((field) => ({ ...of, ...field }));
    await executeLater(tx, tx.insertInto('document_fields').values(rows));
  }
  const lines = (found.lines ?? []).map(lineRow);
  for (const part of inBatches(lines)) {
    const rows = part.map((line) => ({ ...of, ...line }));
    await executeLater(tx, tx.insertInto('document_lines').values(rows));
  }
}

/** The values that a person wrote; empty ones say that the document has none. */
export function listManual(db: Db, key: DocumentKey) {
  return db
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .where('method', '=', 'user')
    .where('rank', '=', 0)
    .select(['property', 'rank', 'value', 'raw', 'known_id', 'confidence', 'method', 'reason', 'page', 'box'])
    .execute();
}

function inBatches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}

const fieldNames: readonly FieldName[] = documentProperty.options;

function compressed(words: ExtractedPage['words']): Buffer {
  return brotliCompressSync(JSON.stringify(words), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

function pageRow(page: ExtractedPage) {
  return {
    id: newId(),
    number: page.number,
    width_px: page.widthPx,
    height_px: page.heightPx,
    image_sha256: page.imageSha256,
    thumbnail_sha256: page.thumbnailSha256,
    text_source: page.textSource,
    words: page.words.length === 0 ? null : compressed(page.words),
    text: storable(page.text),
    ocr_text: page.byOcr ? storable(page.byOcr.text) : null,
    ocr_words: page.byOcr ? compressed(page.byOcr.words) : null,
  };
}

function fieldRow(
  property: FieldName,
  candidate: Candidate<string | number> & { readonly knownId?: string | null },
  rank: number,
) {
  return {
    property,
    rank,
    value: storable(String(candidate.value)),
    raw: storable(candidate.raw),
    known_id: candidate.knownId ?? null,
    confidence: candidate.confidence,
    method: candidate.method,
    reason: storable(candidate.reasons.join('; ')),
    page: candidate.page,
    box: candidate.box && [...candidate.box],
  };
}

function lineRow(line: RecognisedLine, index: number) {
  return {
    line_number: index + 1,
    description: storable(line.description),
    quantity: line.quantity,
    unit_price_in_cents: line.unitPriceInCents,
    amount_in_cents: line.amountInCents,
    vat_percent: line.vatPercent,
    page: line.page,
    box: line.box && [...line.box],
  };
}

// Text layers hold anything; PostgreSQL keeps no NUL.
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** What an invoice is made of. */
export interface FoundDocument {
  readonly number: string;
  readonly administrationId: string | null;
  readonly sha256: string;
  readonly mime: string;
  readonly filename: string;
  /** The mail, upload or ZIP that it came with. */
  readonly arrival: string;
  /** The document that a person took it apart from (§C21). */
  readonly apartFrom: string | null;
  readonly attachedFiles: readonly string[];
  /** Nobody could read it yet. */
  readonly isUnknown: boolean;
  /** Pages on which another invoice starts. */
  readonly splitBefore: readonly number[];
  /** Whether it has all that makes an invoice, and none was handed over yet. */
  readonly isRecognised: boolean;
  readonly isCredit: boolean;
  /** The chosen value of each field that was found. */
  readonly values: Readonly<Partial<Record<FieldName, string>>>;
  /** The known creditor that was recognised. */
  readonly knownCreditorId: string | null;
  /** Those of them that are more than a suggestion. */
  readonly sureValues: Readonly<Partial<Record<FieldName, string>>>;
  /** Whether a person wrote the creditor's name. */
  readonly isCreditorConfirmed: boolean;
  readonly lines: readonly Pick<RecognisedLine, 'description' | 'amountInCents' | 'vatPercent'>[];
  /** VAT by rate, where it comes to the VAT of the values. */
  readonly vatRates: readonly RecognisedVatRate[];
  readonly supplierPlace: SupplierPlace | null;
  readonly firstPicture: string | null;
  /** What the first page says; empty without pages. */
  readonly firstText: string;
}

/** A document with its chosen values and lines, or undefined when it was deleted. */
export async function findFound(
  db: Db,
  { companyId, documentId }: DocumentKey,
): Promise<FoundDocument | undefined> {
  const document = await db
    .selectFrom('documents')
    .leftJoin('document_pages as first', (join) =>
      join
        .onRef('first.company_id', '=', 'documents.company_id')
        .onRef('first.document_id', '=', 'documents.id')
        .on('first.number', '=', 1),
    )
    .where('documents.company_id', '=', companyId)
    .where('documents.id', '=', documentId)
    .where('documents.deleted_at', 'is', null)
    .select([
      'documents.number',
      'documents.administration_id as administrationId',
      'documents.sha256',
      'documents.mime',
      'documents.filename',
      'documents.apart_from as apartFrom',
      'documents.attached_files as attachedFiles',
      sql<string>`coalesce(documents.mail_id::text, documents.created_at::text || documents.created_by::text, '')`.as(
        'arrival',
      ),
      sql<number[]>`coalesce(documents.split_before, '{}')`.as('splitBefore'),
      'documents.state',
      'documents.is_credit as isCredit',
      'documents.supplier_place as supplierPlace',
      'documents.vat_rates as vatRates',
      'first.image_sha256 as firstPicture',
      'first.text as firstText',
    ])
    .executeTakeFirst();
  if (!document) return undefined;
  const fields = await db
    .selectFrom('document_fields')
    .where(ofDocument({ companyId, documentId }))
    .where('rank', '=', 0)
    .select(['property', 'value', 'method', 'confidence', 'known_id as knownId'])
    .execute();
  const lines = await db
    .selectFrom('document_lines')
    .where(ofDocument({ companyId, documentId }))
    .orderBy('line_number')
    .select(['description', 'amount_in_cents as amountInCents', 'vat_percent as vatPercent'])
    .execute();
  const values: Partial<Record<keyof RecognisedFields, string>> = {};
  const sureValues: typeof values = {};
  for (const name of fieldNames) {
    const found = fields.find(({ property }) => property === name);
    if (!found || found.value === '') continue;
    values[name] = found.value;
    if (found.confidence >= minConfidence) sureValues[name] = found.value;
  }
  const { state, firstText, ...rest } = document;
  const isCreditorConfirmed = fields.some(
    ({ property, method }) => property === 'creditor' && method === 'user',
  );
  return {
    ...rest,
    firstText: firstText ?? '',
    isRecognised: state === StateNumber.Recognised,
    isUnknown: state === StateNumber.Unknown,
    isCreditorConfirmed,
    knownCreditorId: fields.find(({ property }) => property === 'creditor')?.knownId ?? null,
    values,
    sureValues,
    lines,
    vatRates: ratesOf(document.vatRates, values.vat),
  };
}
