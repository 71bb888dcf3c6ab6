import type { Db } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

/** How the people of a company sign in at their directory. */
export interface CompanyDirectory {
  readonly companyId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secretEncrypted: Buffer;
  /** Values of `acr` that mean a second factor; empty: `mfa` in `amr` does. */
  readonly acrValues: readonly string[];
  /** The claim that names groups; empty: none. */
  readonly groupsClaim: string;
}

const columns = [
  'p.company_id as companyId',
  'p.issuer',
  'p.client_id as clientId',
  'p.client_secret_encrypted as secretEncrypted',
  'p.acr_values as acrValues',
  'p.groups_claim as groupsClaim',
] as const;

/** The directory that counts for a domain: the company has proven it, and uses its directory. */
export async function findDirectoryOfDomain(db: Db, domain: string): Promise<CompanyDirectory | undefined> {
  return db
    .selectFrom('identity_domains as d')
    .innerJoin('identity_providers as p', 'p.company_id', 'd.company_id')
    .where('d.domain', '=', domain)
    .where('d.proven_at', 'is not', null)
    .where('p.is_active', '=', true)
    .select(columns)
    .executeTakeFirst();
}

/** The directory of a company that uses one. */
export async function findDirectoryOfCompany(
  db: Db,
  companyId: string,
): Promise<CompanyDirectory | undefined> {
  return db
    .selectFrom('identity_providers as p')
    .where('p.company_id', '=', companyId)
    .where('p.is_active', '=', true)
    .select(columns)
    .executeTakeFirst();
}

/** Whether any company signs in at a directory of its own. */
export async function hasDirectories(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('identity_providers')
    .where('is_active', '=', true)
    .select('company_id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a company has proven a domain. */
export async function hasProven(db: Db, companyId: string, domain: string): Promise<boolean> {
  const found = await db
    .selectFrom('identity_domains')
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .select('domain')
    .executeTakeFirst();
  return found !== undefined;
}

/** The user that a subject of an issuer is bound to. */
export async function findBound(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst();
  return found?.user_id;
}

/** Binds a user to a subject, unless either is bound already; gives the user that the subject is bound to now. */
export async function bind(
  db: Db,
  row: { readonly issuer: string; readonly subject: string; readonly user_id: string },
): Promise<string | undefined> {
  await db
    .insertInto('identities')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
  return findBound(db, row.issuer, row.subject);
}
