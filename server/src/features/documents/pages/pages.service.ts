import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { onlyOne } from '../same-number.ts';
import { listImages, listOwners } from './pages.repository.ts';

/** The pages of a document, by its id or by the number that people see; staff name the company where two have it. */
export async function listPages({ db, scope, language }: Context, idOrNumber: string, companyId?: string) {
  const owners = await listOwners(db, scope, idOrNumber, companyId);
  return listImages(db, orNotFound(onlyOne(language, owners)));
}
