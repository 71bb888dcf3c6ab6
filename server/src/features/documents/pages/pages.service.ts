import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { invoiceStarts } from '#server/recognition/index.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import type { DocumentKey } from '../document-rows.ts';
import { findStoredPages } from '../processing/stored-pages.repository.ts';
import { onlyOne } from '../same-number.ts';
import { listImages, listOwners } from './pages.repository.ts';

/** The pages of a document, by its id or by the number that people see; staff name the company where two have it. */
export async function listPages({ db, scope, language }: Context, idOrNumber: string, companyId?: string) {
  const owners = await listOwners(db, scope, idOrNumber, companyId);
  return listImages(db, orNotFound(onlyOne(language, owners)));
}

/** Pages on which another invoice starts; of a document that was read before this was kept, looked for now. */
export async function splitBefore(
  db: Db,
  key: DocumentKey,
  stored: readonly number[] | null,
): Promise<number[]> {
  if (stored !== null) return [...stored];
  const read = await findStoredPages(db, key);
  return read ? invoiceStarts(read.pages) : [];
}
