import { type Expression, sql, type SqlBool } from 'kysely';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { inScope } from '../documents/documents.repository.ts';
import '../documents.tables.ts';

/** Width of the thumbnail in a list of pages, in pixels. */
export const thumbnailWidth = 148;

/** Name of a page's image on the wire: the hash of its bytes, so that an address always gives the same image. */
export function pictureName(imageSha256: string): string {
  return `${imageSha256}.jpg`;
}

/** Documents by their own id, or by the number that people see: for staff it can be of two companies. */
export async function listOwners(db: Db, scope: Scope, idOrNumber: string, companyId?: string) {
  return db
    .selectFrom('documents')
    .where('deleted_at', 'is', null)
    .where(inScope(scope))
    .where(isId(idOrNumber) ? 'id' : 'number', '=', idOrNumber)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? ''))
    .select(['company_id as companyId', 'id'])
    .limit(2)
    .execute();
}

/** The pages of a document, each with its image. */
export async function listImages(db: Db, document: { readonly companyId: string; readonly id: string }) {
  return db
    .selectFrom('document_pages')
    .where('company_id', '=', document.companyId)
    .where('document_id', '=', document.id)
    .orderBy('number')
    .select(['id', 'image_sha256 as imageSha256', 'number', 'width_px as width', 'height_px as height'])
    .execute();
}

/** The stored picture of a page by its name on the wire, and its thumbnail; undefined when no document in scope has it. */
export async function findPicture(db: Db, scope: Scope, name: string, and?: Expression<SqlBool>) {
  const sha256 = /^([0-9a-f]{64})\.jpg$/.exec(name)?.[1];
  if (sha256 === undefined) return undefined;
  return db
    .selectFrom('document_pages as page')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.company_id', '=', 'page.company_id')
        .onRef('documents.id', '=', 'page.document_id'),
    )
    .where('page.image_sha256', '=', sha256)
    .where('documents.deleted_at', 'is', null)
    .where(inScope(scope))
    .$if(and !== undefined, (query) => query.where(and ?? sql<SqlBool>`true`))
    .select(['page.image_sha256 as sha256', 'page.thumbnail_sha256 as thumbnailSha256'])
    .limit(1)
    .executeTakeFirst();
}
