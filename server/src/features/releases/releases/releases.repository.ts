import { sql, type SqlBool } from 'kysely';
import { releases } from '#contract/releases/releases.ts';
import type { Build } from '#contract/releases/builds.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { madeBy } from '#server/platform/db/record.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { isReported } from './adoption.repository.ts';
import { countAssigned } from './release-counts.repository.ts';
import '../releases.tables.ts';

type Release = Rec<typeof releases>;

const counts = {
  assignedCompanies: true,
  assignedUsers: true,
  totalCompanyCount: true,
  totalUserCount: true,
} as const;

const targetIds = (table: 'release_companies' | 'release_users', column: string, owner: string) => sql`array(
  select ${sql.ref(`t.${column}`)}::text from ${sql.table(table)} t join ${sql.table(owner)} o on o.id = ${sql.ref(`t.${column}`)} and o.deleted_at is null
  where t.release_id = releases.id order by 1)`;

const stored = recordReaders(
  {
    ...releases,
    row: releases.row.omit(counts),
    record: releases.record.omit({ ...counts, isReported: true }),
  },
  {
    table: 'releases',
    // Releases belong to the provider: visible in the scope `system` only.
    rows: (db, scope) =>
      db
        .selectFrom('releases')
        .where('releases.deleted_at', 'is', null)
        .where(sql<SqlBool>`${sql.lit(scope.reach === 'system')}`),
    columns: {
      name: { natural: true, nullable: false },
      // The version as people read it; both sort as numbers, the natural order knows runs of digits.
      version: { natural: true, nullable: false },
      build: { natural: true, nullable: false },
      active: { sql: 'releases.is_active', nullable: false },
      forceUpdate: { sql: 'releases.is_forced', nullable: false },
      availableForEveryOne: { sql: 'releases.is_for_everyone', nullable: false },
      availableFrom: { nullable: true },
      createdAt: { nullable: false },
      assignedCompanyIds: targetIds('release_companies', 'company_id', 'companies'),
      assignedUserIds: targetIds('release_users', 'user_id', 'users'),
    },
    search: ['releases.name', 'releases.version', 'releases.build'],
  },
);

/** A page of releases with their counts. */
export async function list(db: Db, scope: Scope, query: ListQuery) {
  const { rows, ...rest } = await stored.list(db, scope, query);
  const countsOf = await countAssigned(
    db,
    rows.map(({ id }) => id),
  );
  return { ...rest, rows: rows.map((row) => ({ ...row, ...countsOf(row) })) };
}

/** The complete list in its order, for an export. */
export async function* stream(db: Db, scope: Scope, query: ListQuery): AsyncGenerator<Row<typeof releases>> {
  const countsOf = await countAssigned(db, null);
  for await (const row of stored.stream(db, scope, query)) yield { ...row, ...countsOf(row) };
}

/** One release, or undefined. */
export async function findById(db: Db, scope: Scope, id: string): Promise<Release | undefined> {
  const found = await stored.findById(db, scope, id);
  if (!found) return undefined;
  const countsOf = await countAssigned(db, [id]);
  return { ...found, ...countsOf(found), isReported: await isReported(db, id) };
}

/** Locks a release until the transaction ends; update checks, which only refer to it, are not blocked. */
export async function lock(tx: Tx, id: string): Promise<void> {
  if (isId(id)) await tx.selectFrom('releases').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** A new release of a build (§H7), or undefined when it has one. */
export async function insert(
  tx: Tx,
  ctx: Context,
  { version, build, notes, url }: Build,
): Promise<string | undefined> {
  const made = await tx
    .insertInto('releases')
    .values({
      id: newId(ctx.now().getTime()),
      name: version,
      version,
      build,
      release_key: releaseKey({ version, build }),
      notes,
      url,
      available_from: null,
      failures_since: null,
      switched_off_at: null,
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .onConflict((conflict) => conflict.column('release_key').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** The release of a version and build that is not in the trash. */
export async function findIdByKey(db: Db, key: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('releases')
    .where('release_key', '=', key)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found?.id;
}

const targetTables = {
  companies: { table: 'release_companies', column: 'company_id', owner: 'companies' },
  users: { table: 'release_users', column: 'user_id', owner: 'users' },
} as const;

/** Which of these ids do not exist, also not in the trash. */
export async function findUnknown(
  db: Db,
  kind: keyof typeof targetTables,
  ids: readonly string[],
): Promise<string[]> {
  const real = ids.filter(isId);
  if (real.length < ids.length) return ids.filter((id) => !isId(id));
  const { rows } = await sql<{ id: string }>`select given.id::text from unnest(${real}::uuid[]) given (id)
    where not exists (select from ${sql.table(targetTables[kind].owner)} o where o.id = given.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Replaces the targets of a release; those in the trash stay, for a restore. */
export async function replaceTargets(
  tx: Tx,
  releaseId: string,
  kind: keyof typeof targetTables,
  ids: readonly string[],
): Promise<void> {
  const { table, column, owner } = targetTables[kind];
  await sql`delete from ${sql.table(table)} t using ${sql.table(owner)} o
    where t.release_id = ${releaseId} and o.id = ${sql.ref(`t.${column}`)} and o.deleted_at is null
      and o.id <> all(${ids}::uuid[])`.execute(tx);
  const company = kind === 'users' ? sql`o.company_id, o.id` : sql`o.id`;
  const into = kind === 'users' ? sql`company_id, user_id` : sql`company_id`;
  await sql`insert into ${sql.table(table)} (${into}, release_id)
    select ${company}, ${releaseId}::uuid from ${sql.table(owner)} o where o.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** The names of target companies and users, for the history. */
export async function targetNames(
  tx: Tx,
  releaseId: string,
): Promise<{ companies: string[]; users: string[] }> {
  const { rows } = await sql<{ companies: string[]; users: string[] }>`select
    array(select c.name from release_companies t join companies c on c.id = t.company_id where t.release_id = ${releaseId} order by c.name) as companies,
    array(select u.first_name || ' ' || u.last_name from release_users t join users u on u.id = t.user_id where t.release_id = ${releaseId} order by 1) as users`.execute(
    tx,
  );
  return rows[0] ?? { companies: [], users: [] };
}
