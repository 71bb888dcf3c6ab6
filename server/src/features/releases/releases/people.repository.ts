import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isFmCustomer } from '../fm-customers.ts';
import '../releases.tables.ts';

// Each of these reads one table completely, and callers join them in memory: one statement was a hundred times slower
// while PostgreSQL had no statistics of the tables yet (decision 0027).

/** An active FM customer (§H3). */
export interface Customer {
  readonly id: string;
  readonly name: string;
}

/** All active FM customers, by name. */
export async function listCustomers(db: Db): Promise<Customer[]> {
  const { rows } = await sql<Customer>`select c.id, c.name from companies c where ${isFmCustomer('c')}
    order by c.name collate natural_order, c.id`.execute(db);
  return rows;
}

/** A user of an active FM customer who may sign in (§H3). */
export interface CustomerUser {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
}

/** The users of these companies, by name. */
export async function listUsers(db: Db, companyIds: readonly string[]): Promise<CustomerUser[]> {
  const { rows } = await sql<CustomerUser>`
    select u.id, u.company_id as "companyId", trim(u.first_name || ' ' || u.last_name) as name from users u
    where u.company_id = any(${companyIds}::uuid[]) and u.is_active and u.deleted_at is null
    order by u.last_name collate natural_order, u.first_name collate natural_order, u.id`.execute(db);
  return rows;
}

/** An installation that was seen and reported what it runs. */
export interface SeenInstallation {
  readonly companyId: string;
  readonly userId: string | null;
  readonly key: string;
  readonly label: string;
  readonly version: string;
  readonly build: string;
  readonly releaseKey: string;
}

/** The installations of all companies that were seen since then, the highest version first. */
export async function listSeen(db: Db, since: string): Promise<SeenInstallation[]> {
  const { rows } = await sql<SeenInstallation>`
    select i.company_id as "companyId", i.user_id as "userId", i.key, i.label, i.version, i.build, i.release_key as "releaseKey"
    from installations i where i.last_seen_at >= ${since} and i.version is not null
    order by i.release_key desc, i.label collate natural_order, i.company_id, i.id`.execute(db);
  return rows;
}

/** A version that was reported, with the key of its release. */
export interface Reported {
  readonly version: string;
  readonly releaseKey: string;
}

/** The highest version that each company reported since then. */
export async function listReported(db: Db, since: string): Promise<ReadonlyMap<string, Reported>> {
  const { rows } = await sql<Reported & { companyId: string }>`
    select distinct on (v.company_id) v.company_id as "companyId", v.version, v.release_key as "releaseKey"
    from installation_versions v
    where v.last_at >= ${since} order by v.company_id, v.release_key desc`.execute(db);
  return new Map(rows.map((row) => [row.companyId, row]));
}

/** The keys of all our releases: a reported version with another one is marked. */
export async function listReleaseKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('releases')
    .where('deleted_at', 'is', null)
    .select('release_key as releaseKey')
    .execute();
  return new Set(rows.map(({ releaseKey }) => releaseKey));
}

/** A user who gets mail: one who may sign in. */
export function findRecipient(db: Db, id: string) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .select(['email', 'first_name', 'last_name', 'language'])
    .executeTakeFirst();
}
