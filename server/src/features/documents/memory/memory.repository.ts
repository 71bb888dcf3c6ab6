import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Example } from '#server/recognition/index.ts';
import type { DocumentKey } from '../document-rows.ts';
import { withoutForgotten } from './memory.rules.ts';
import '../documents.tables.ts';
import './memory.tables.ts';

/** Which supplier, in which company. */
export interface SupplierKey {
  readonly companyId: string;
  readonly creditorId: string;
}

/** An example with the document that it is of. */
export interface DocumentExample extends Example {
  readonly documentId: string;
  readonly documentNumber: string;
  readonly learntAt: string;
}

const unit = z.number();
const anchor = z.object({
  page: z.int(),
  box: z.tuple([unit, unit, unit, unit]),
  before: z.string(),
  above: z.string(),
  shape: z.string(),
  order: z.tuple([unit, unit]),
});
const fieldExample = z.object({
  anchor: anchor.nullable(),
  wasRead: z.boolean(),
  wasRemembered: z.boolean().nullable(),
});
const storedExample = z.object({
  words: z.array(unit),
  fields: z
    .object({
      number: fieldExample,
      date: fieldExample,
      dueDate: fieldExample,
      total: fieldExample,
      excl: fieldExample,
      vat: fieldExample,
      kvk: fieldExample,
      vatId: fieldExample,
      iban: fieldExample,
      gAccount: fieldExample,
      paymentReference: fieldExample,
    })
    .partial(),
  term: z.number().nullable(),
  currency: z.string().nullable(),
});

/** Stores what a document teaches, in the place of what it taught before. */
export async function teach(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  example: Example,
  at: Date,
): Promise<void> {
  const taught = { example: JSON.stringify(example), learnt_at: at.toISOString() };
  await tx
    .insertInto('document_examples')
    .values({ company_id: companyId, document_id: documentId, ...taught })
    .onConflict((conflict) => conflict.columns(['company_id', 'document_id']).doUpdateSet(taught))
    .execute();
}

/** More would not change what the newest say. */
const maxExamples = 40;

/**
 * What is remembered of a supplier, the newest first: of documents that are confirmed, kept, and no duplicates, of this
 * creditor and of those that were merged into it. Undoing, rejecting, removing or moving a document takes its example
 * with it, since nothing else ties the two.
 */
export async function listExamples(
  db: Db,
  { companyId, creditorId }: SupplierKey,
): Promise<DocumentExample[]> {
  const rows = await db
    .selectFrom('document_examples')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.company_id', '=', 'document_examples.company_id')
        .onRef('documents.id', '=', 'document_examples.document_id'),
    )
    .where('documents.company_id', '=', companyId)
    .where(
      sql<SqlBool>`documents.creditor_id in (select c.id from creditors c
        where c.company_id = ${companyId}::uuid and (c.id = ${creditorId}::uuid or c.merged_into = ${creditorId}::uuid))`,
    )
    .where('documents.is_correct', '=', true)
    .where('documents.is_duplicate', '=', false)
    .where('documents.deleted_at', 'is', null)
    .orderBy('document_examples.learnt_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(maxExamples)
    .select([
      'documents.id as documentId',
      'documents.number as documentNumber',
      'document_examples.learnt_at as learntAt',
      'document_examples.example',
    ])
    .execute();
  const forgotten = await listForgotten(db, { companyId, creditorId });
  const examples = rows.map(({ example, ...row }) => ({ ...row, ...storedExample.parse(example) }));
  return withoutForgotten(examples, forgotten);
}

function listForgotten(db: Db, { companyId, creditorId }: SupplierKey) {
  return db
    .selectFrom('forgotten_memory')
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .select(['property', 'forgotten_at as forgottenAt'])
    .execute();
}

/** Lets go of what was learnt until now of a property, or of all with an empty one. */
export async function forget(
  tx: Tx,
  { companyId, creditorId }: SupplierKey,
  property: string,
  by: string,
  at: Date,
): Promise<void> {
  const forgotten = { forgotten_at: at.toISOString(), forgotten_by: by };
  await tx
    .insertInto('forgotten_memory')
    .values({ company_id: companyId, creditor_id: creditorId, property, ...forgotten })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'creditor_id', 'property']).doUpdateSet(forgotten),
    )
    .execute();
}
