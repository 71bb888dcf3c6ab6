import { sql } from 'kysely';
import { versionKey } from '#contract/releases/versions.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../releases.tables.ts';

const days = 30;

/** Reports from before this moment do not count (§H6): ISO instant. */
export function seenSince(now: Date): string {
  return new Date(now.getTime() - days * 24 * 3600 * 1000).toISOString();
}

/** What a customer runs (§H6); empty without. */
export interface CustomerReleases {
  readonly currentRelease: string;
  readonly previousRelease: string;
  /** Those of them that are no release of ours. */
  readonly unknownReleases: string[];
}

const none: CustomerReleases = { currentRelease: '', previousRelease: '', unknownReleases: [] };

/**
 * What customers run, in one statement for all of them (§H6): the highest version that a client of theirs reported in the
 * last 30 days, and the highest below that one that any client of theirs ever reported. Without a report in 30 days both
 * are empty. Builds of one version are one.
 *
 * @example
 * const runs = await customerReleases(db, [companyId], now);
 * runs(companyId).currentRelease; // '5.2.0'
 */
export async function customerReleases(
  db: Db,
  companyIds: readonly string[],
  now: Date,
): Promise<(companyId: string) => CustomerReleases> {
  if (companyIds.length === 0) return () => none;
  const { rows } = await sql<{ companyId: string; version: string; isRecent: boolean }>`
    select v.company_id as "companyId", v.version, max(v.last_at) >= ${seenSince(now)} as "isRecent"
    from installation_versions v where v.company_id = any(${companyIds}::uuid[])
    group by v.company_id, v.version`.execute(db);
  const ours = await db
    .selectFrom('releases')
    .where('deleted_at', 'is', null)
    .select('version')
    .distinct()
    .execute();
  const known = new Set(ours.map(({ version }) => versionKey(version)));
  const versions = new Map<string, { version: string; isRecent: boolean; key: string }[]>();
  for (const { companyId, ...row } of rows) {
    const known = versions.get(companyId) ?? [];
    known.push({ ...row, key: versionKey(row.version) });
    versions.set(companyId, known);
  }
  return (companyId) => {
    const sorted = (versions.get(companyId) ?? []).toSorted((a, b) => (a.key < b.key ? 1 : -1));
    const current = sorted.find(({ isRecent }) => isRecent);
    if (!current) return none;
    const previous = sorted.find(({ key }) => key < current.key);
    const unknown = [current, previous].filter((runs) => runs !== undefined && !known.has(runs.key));
    return {
      currentRelease: current.version,
      previousRelease: previous?.version ?? '',
      unknownReleases: unknown.flatMap((runs) => runs?.version ?? []),
    };
  };
}
