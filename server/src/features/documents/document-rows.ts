import { sql, type SqlBool, type UpdateObject } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/schema.ts';
import { markUsage } from './usage/usage.repository.ts';
import './documents.tables.ts';

/** Which document; every row below it starts with the company. */
export interface DocumentKey {
  readonly companyId: string;
  readonly documentId: string;
}

/** Condition on a table of rows below a document. */
export function ofDocument({ companyId, documentId }: DocumentKey) {
  return sql<SqlBool>`company_id = ${companyId} and document_id = ${documentId}`;
}

/** No verdict yet, or not any more. */
export const noVerdict = { is_correct: null, verdict_at: null, verdict_by: null } as const;

/** Changes columns of one document. */
export async function updateDocument(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  values: UpdateObject<Tables, 'documents'>,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set(values)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  if (values.state !== undefined) await markUsage(tx, companyId, [id]);
}
