import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { listCustomers } from './people.repository.ts';
import '../releases.tables.ts';

/** How many companies and users a release is for, and how many there are (§H3). */
export interface ReleaseCounts {
  readonly assignedCompanies: number;
  readonly assignedUsers: number;
  readonly totalCompanyCount: number;
  readonly totalUserCount: number;
}

type Reached = Pick<ReleaseCounts, 'assignedCompanies' | 'assignedUsers'>;

/**
 * The counts of releases, for a page at once: target companies with all their users, and target users of others.
 *
 * @param ids the releases; null: all
 */
export async function countAssigned(
  db: Db,
  ids: readonly string[] | null,
): Promise<(release: { readonly id: string; readonly availableForEveryOne: boolean }) => ReleaseCounts> {
  const companyIds = (await listCustomers(db)).map(({ id }) => id);
  const [sizes, companies, users] = await Promise.all([
    countPeople(db, companyIds),
    listTargetCompanies(db, ids, companyIds),
    countTargetUsers(db, ids, companyIds),
  ]);
  const reached = new Map<string, Reached>(users);
  for (const { releaseId, companyId } of companies) {
    const { assignedCompanies = 0, assignedUsers = 0 } = reached.get(releaseId) ?? {};
    reached.set(releaseId, {
      assignedCompanies: assignedCompanies + 1,
      assignedUsers: assignedUsers + (sizes.get(companyId) ?? 0),
    });
  }
  const totalUserCount = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const all = { assignedCompanies: companyIds.length, assignedUsers: totalUserCount };
  const none = { assignedCompanies: 0, assignedUsers: 0 };
  return ({ id, availableForEveryOne }) => ({
    ...(availableForEveryOne ? all : (reached.get(id) ?? none)),
    totalCompanyCount: companyIds.length,
    totalUserCount,
  });
}

const among = (column: string, ids: readonly string[] | null) =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::uuid[])`;

async function countPeople(db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ companyId: string; size: number }>`
    select u.company_id as "companyId", count(*) as size from users u
    where u.company_id = any(${companyIds}::uuid[]) and u.is_active and u.deleted_at is null group by u.company_id`.execute(
    db,
  );
  return new Map(rows.map(({ companyId, size }) => [companyId, size]));
}

async function listTargetCompanies(db: Db, ids: readonly string[] | null, companyIds: readonly string[]) {
  const { rows } = await sql<{ releaseId: string; companyId: string }>`
    select t.release_id as "releaseId", t.company_id as "companyId" from release_companies t
    where ${among('t.release_id', ids)} and t.company_id = any(${companyIds}::uuid[])`.execute(db);
  return rows;
}

// Users whose company is a target too are counted with it.
async function countTargetUsers(
  db: Db,
  ids: readonly string[] | null,
  companyIds: readonly string[],
): Promise<[string, Reached][]> {
  const { rows } = await sql<Reached & { releaseId: string }>`
    select t.release_id as "releaseId", count(distinct t.company_id) as "assignedCompanies", count(*) as "assignedUsers"
    from release_users t join users u on u.id = t.user_id
    where ${among('t.release_id', ids)} and t.company_id = any(${companyIds}::uuid[]) and u.is_active and u.deleted_at is null
      and not exists (select from release_companies c where c.company_id = t.company_id and c.release_id = t.release_id)
    group by t.release_id`.execute(db);
  return rows.map(({ releaseId, ...reached }) => [releaseId, reached]);
}
