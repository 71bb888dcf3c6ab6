import type { Db } from '#server/platform/db/database.ts';
import type { StoredOffer } from './offers.repository.ts';

/** Stores links to a version by the hashes of their tokens. */
export async function insertLinks(
  db: Db,
  { companyId, id }: Pick<StoredOffer, 'companyId' | 'id'>,
  links: readonly { readonly tokenHash: string; readonly email: string; readonly createdAt: string }[],
): Promise<void> {
  const rows = links.map(({ tokenHash, email, createdAt }) => ({
    token_hash: tokenHash,
    company_id: companyId,
    offer_id: id,
    email,
    created_at: createdAt,
  }));
  await db.insertInto('offer_links').values(rows).execute();
}

/** Deletes links of a version whose mail could not be sent. */
export async function removeLinks(db: Db, companyId: string, tokenHashes: readonly string[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  await db
    .deleteFrom('offer_links')
    .where('company_id', '=', companyId)
    .where('token_hash', 'in', tokenHashes)
    .execute();
}

/** The version of a link, while its company is active (§A8). */
export async function findLink(db: Db, tokenHash: string) {
  return db
    .selectFrom('offer_links as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .where('l.token_hash', '=', tokenHash)
    .where('c.deleted_at', 'is', null)
    .where('c.is_active', '=', true)
    .select(['l.company_id as companyId', 'l.offer_id as id', 'l.email'])
    .executeTakeFirst();
}
