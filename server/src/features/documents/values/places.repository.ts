import { z } from 'zod';
import { documentProperty, pageBox } from '#contract/documents/properties.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import '../documents.tables.ts';

const place = { page: z.number(), box: pageBox };
const values = z.object({ ...place, property: documentProperty, raw: z.string() });
const lines = z.object({
  ...place,
  number: z.number(),
  description: z.string(),
  amountInCents: z.number().nullable(),
});

/** Where the chosen values and the lines of a document stand; what has no place, as in an e-invoice, is left out. */
export async function placesOf(db: Db, key: DocumentKey) {
  const [fields, rows] = await Promise.all([
    db
      .selectFrom('document_fields')
      .where(ofDocument(key))
      .where('rank', '=', 0)
      .where('box', 'is not', null)
      .select(['property', 'raw', 'page', 'box'])
      .execute(),
    db
      .selectFrom('document_lines')
      .where(ofDocument(key))
      .where('box', 'is not', null)
      .orderBy('line_number')
      .select(['line_number as number', 'description', 'amount_in_cents as amountInCents', 'page', 'box'])
      .execute(),
  ]);
  const read = <T>(schema: z.ZodType<T>, all: readonly unknown[]): T[] =>
    all.flatMap((one) => {
      const found = schema.safeParse(one);
      return found.success ? [found.data] : [];
    });
  return { values: read(values, fields), lines: read(lines, rows) };
}
