import { sql } from 'kysely';
import { z } from 'zod';
import {
  type DocumentProperty,
  documentProperties,
  documentProperty,
  type FoundProperty,
  type LineWrite,
  pageBox,
} from '#contract/documents/properties.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import '../documents.tables.ts';
import '../triggers/triggers.tables.ts';

const box = pageBox.nullable().catch(null);
const method = z.enum(['xml', 'trigger', 'heuristic', 'user']).catch('heuristic');

/** Everything that was read of a document, property by property in the order of the screen, with what else it might be. */
export async function listProperties(
  db: Db,
  key: DocumentKey,
  isCorrect: boolean | null,
): Promise<FoundProperty[]> {
  const rows = await db
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .orderBy('rank')
    .select(['property', 'rank', 'value', 'raw', 'confidence', 'method', 'reason', 'page', 'box'])
    .execute();
  const namesOf = await triggerNames(
    db,
    rows.map(({ reason }) => reason),
  );
  return documentProperty.options.flatMap((property) => {
    const [chosen, ...others] = rows
      .filter((row) => row.property === property)
      .map((row) => ({
        value: row.value,
        raw: row.raw,
        confidence: row.confidence,
        method: method.parse(row.method),
        reasons:
          row.reason === '' ? [] : row.reason.split('; ').map((code) => withTriggerName(code, namesOf)),
        page: row.page,
        box: box.parse(row.box),
      }));
    if (!chosen) return [];
    const isConfirmed = isCorrect === true || chosen.method === 'user';
    return [
      {
        property,
        ...chosen,
        confidence: isConfirmed ? 1 : chosen.confidence,
        isConfirmed,
        candidates: others,
      },
    ];
  });
}

// A trigger is stored by its id, since its name may change.
const triggerCode = /^trigger:([0-9a-f-]{36})$/;

async function triggerNames(db: Db, reasons: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = reasons.flatMap((reason) =>
    reason.split('; ').flatMap((code) => triggerCode.exec(code)?.[1] ?? []),
  );
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('triggers')
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .select(['id', 'naam'])
    .execute();
  return new Map(found.map(({ id, naam }) => [id, naam]));
}

function withTriggerName(code: string, names: ReadonlyMap<string, string>): string {
  const id = triggerCode.exec(code)?.[1];
  if (id === undefined) return code;
  const name = names.get(id);
  return name === undefined ? 'trigger' : `trigger:${name}`;
}

/** The lines that were read. */
export async function listLines(db: Db, key: DocumentKey) {
  const rows = await db
    .selectFrom('document_lines')
    .where(ofDocument(key))
    .orderBy('line_number')
    .select([
      'line_number as lineNumber',
      'description',
      'quantity',
      'unit_price_in_cents as unitPriceInCents',
      'amount_in_cents as amountInCents',
      'vat_percent as vatPercent',
      'page',
      'box',
    ])
    .execute();
  return rows.map((row) => ({ ...row, box: box.parse(row.box) }));
}

/** Writes the lines as a person mended them. */
export async function replaceLines(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  lines: readonly LineWrite[],
): Promise<void> {
  await tx.deleteFrom('document_lines').where(ofDocument({ companyId, documentId })).execute();
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({
    company_id: companyId,
    document_id: documentId,
    line_number: index + 1,
    description: line.description,
    quantity: line.quantity,
    unit_price_in_cents: line.unitPriceInCents,
    amount_in_cents: line.amountInCents,
    vat_percent: line.vatPercent,
    page: line.page,
    box: line.box && [...line.box],
  }));
  await tx.insertInto('document_lines').values(rows).execute();
}

/** A value that a person wrote, or clicked on a page. */
export interface ManualValue {
  readonly value: string;
  readonly page: number | null;
  readonly box: readonly number[] | null;
  readonly by: string;
}

/**
 * Writes a person's value over what was read, which stays behind it as a candidate; five in all. A value that was read
 * keeps its place on the page when it is typed or confirmed.
 */
export async function writeManual(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  property: DocumentProperty,
  manual: ManualValue,
): Promise<void> {
  const own = sql`company_id = ${companyId}::uuid and document_id = ${documentId}::uuid and property = ${property}`;
  const place =
    manual.box === null || manual.page === null
      ? await findPlace(tx, { companyId, documentId }, property, manual.value)
      : { page: manual.page, box: [...manual.box] };
  // A person's former value is no candidate; what was read is.
  await sql`delete from document_fields where ${own} and (rank >= 4 or (rank = 0 and method = 'user'))`.execute(
    tx,
  );
  // In two steps over free numbers: the key is checked row by row.
  await sql`update document_fields set rank = rank + 100 where ${own}`.execute(tx);
  await sql`update document_fields f set rank = n.place
    from (select rank, row_number() over (order by rank) as place from document_fields where ${own}) n
    where f.company_id = ${companyId}::uuid and f.document_id = ${documentId}::uuid and f.property = ${property} and f.rank = n.rank`.execute(
    tx,
  );
  await tx
    .insertInto('document_fields')
    .values({
      company_id: companyId,
      document_id: documentId,
      property,
      rank: 0,
      value: manual.value,
      raw: manual.value,
      known_id: null,
      confidence: 1,
      method: 'user',
      reason: `user:${manual.by}`,
      page: place?.page ?? null,
      box: place?.box ?? null,
    })
    .execute();
}

function findPlace(tx: Tx, key: DocumentKey, property: DocumentProperty, value: string) {
  return tx
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .where('property', '=', property)
    .where('value', '=', value)
    .where('box', 'is not', null)
    .orderBy('rank')
    .select(['page', 'box'])
    .executeTakeFirst();
}

/** The chosen value of each property, for history. */
export async function chosenValues(
  db: Db,
  key: DocumentKey,
): Promise<Partial<Record<DocumentProperty, string>>> {
  const rows = await db
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .where('rank', '=', 0)
    .select(['property', 'value'])
    .execute();
  const values: Partial<Record<DocumentProperty, string>> = {};
  for (const { property, value } of rows) if (isProperty(property)) values[property] = value;
  return values;
}

function isProperty(name: string): name is DocumentProperty {
  return name in documentProperties;
}

/** The lowest of number, date, total and creditor; 0 where one lacks (§D1). For a query on `documents`. */
export const confidenceOf = sql<number>`(select case when count(*) = 4 then min(f.confidence) else 0 end
  from document_fields f where f.company_id = documents.company_id and f.document_id = documents.id
    and f.rank = 0 and f.value <> '' and f.property in ('number', 'date', 'total', 'creditor'))`;

/** Property, value and confidence of what was chosen, in the order of the screen. For a query on `documents`. */
export const pairsOf = sql<{ property: DocumentProperty; value: string; confidence: number }[]>`(
  select coalesce(json_agg(json_build_object('property', f.property, 'value', f.value, 'confidence', f.confidence)
    order by array_position(${sql.lit(`{${documentProperty.options.join(',')}}`)}::text[], f.property)), '[]'::json)
  from document_fields f where f.company_id = documents.company_id and f.document_id = documents.id and f.rank = 0
    and f.property = any(${sql.lit(`{${documentProperty.options.join(',')}}`)}::text[]))`;
