import { type RawBuilder, sql } from 'kysely';
import { releases } from '#contract/releases/releases.ts';
import type { Build } from '#contract/releases/builds.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { scopedList } from '#server/platform/db/list-page.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { countAssigned } from './counts.ts';
import '../releases.tables.ts';

type Release = Rec<typeof releases>;

const columns = listColumns(releases.fields, {
  id: 'releases.id',
  name: { sql: 'releases.name', natural: true, nullable: false },
  // The version as people read it; both sort as numbers, the natural order knows runs of digits.
  version: { sql: 'releases.version', natural: true, nullable: false },
  build: { sql: 'releases.build', natural: true, nullable: false },
  active: { sql: 'releases.is_active', nullable: false },
  forceUpdate: { sql: 'releases.is_forced', nullable: false },
  availableForEveryOne: { sql: 'releases.is_for_everyone', nullable: false },
  availableFrom: { sql: 'releases.available_from', nullable: true },
  createdAt: { sql: 'releases.created_at', nullable: false },
});
const search = searchColumns(['releases.name', 'releases.version', 'releases.build']);

/** Releases belong to the provider: only who reaches everything sees them. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('releases')
    .where('releases.deleted_at', 'is', null)
    .where(sql<boolean>`${sql.lit(scope.reach === 'system')}`)
    .select([
      'releases.id',
      'releases.name',
      'releases.version',
      'releases.build',
      'releases.is_active as active',
      'releases.available_from as availableFrom',
      'releases.is_forced as forceUpdate',
      'releases.is_for_everyone as availableForEveryOne',
      'releases.rollout_percentage as rolloutPercentage',
      'releases.switched_off_at as switchedOffAt',
      'releases.created_at as createdAt',
    ]);
}

const page = scopedList({ base: visible, columns, search });

/** A page of releases with their counts. */
export async function list(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: Row<typeof releases>[]; count?: number }> {
  const { rows, ...rest } = await page(db, scope, query);
  const countsOf = await countAssigned(
    db,
    rows.map(({ id }) => id),
  );
  return { ...rest, rows: rows.map((row) => ({ ...row, ...countsOf(row) })) };
}

/** All of a list, in its order, for an export. */
export async function* stream(db: Db, scope: Scope, query: ListQuery): AsyncGenerator<Row<typeof releases>> {
  const countsOf = await countAssigned(db, null);
  for await (const row of streamList(db, query, { base: visible(db, scope), columns, search }))
    yield { ...row, ...countsOf(row) };
}

/** Whether a client reported it: it runs it, ran it, or failed at it (§H5). */
const isReported: RawBuilder<boolean> = sql`(exists (select from installation_versions v where v.release_key = releases.release_key)
  or exists (select from release_failures f where f.release_id = releases.id))`;

const ticked = (
  table: 'release_companies' | 'release_users',
  column: string,
  owner: string,
): RawBuilder<string[]> => sql`array(
  select ${sql.ref(`t.${column}`)}::text from ${sql.table(table)} t join ${sql.table(owner)} o on o.id = ${sql.ref(`t.${column}`)} and o.deleted_at is null
  where t.release_id = releases.id order by 1)`;

/** The whole release, or undefined. */
export async function findById(db: Db, scope: Scope, id: string): Promise<Release | undefined> {
  if (!isId(id)) return undefined;
  const found = await visible(db, scope)
    .where('releases.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'releases.updated_by')
    .select([
      'releases.notes',
      'releases.updated_at as updatedAt',
      'releases.row_version as rowVersion',
      sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'),
      isReported.as('isReported'),
      ticked('release_companies', 'company_id', 'companies').as('assignedCompanyIds'),
      ticked('release_users', 'user_id', 'users').as('assignedUserIds'),
    ])
    .executeTakeFirst();
  return found && { ...found, ...(await countAssigned(db, [id]))(found) };
}

/** Holds the release until the transaction ends, so that two writers come one after the other. */
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

/** What can be written of a release; undefined leaves it. */
export interface ReleaseValues {
  readonly name: string | undefined;
  readonly notes: string | undefined;
  readonly available_from: string | null | undefined;
  readonly is_active: boolean | undefined;
  readonly is_forced: boolean | undefined;
  readonly is_for_everyone: boolean | undefined;
  readonly rollout_percentage: number | undefined;
  readonly failures_since?: string;
  readonly switched_off_at?: null;
}

/** Changes a release. */
export async function update(tx: Tx, ctx: Context, id: string, values: ReleaseValues): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await tx
    .updateTable('releases')
    .set({ ...given, ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

const ticks = {
  companies: { table: 'release_companies', column: 'company_id', owner: 'companies' },
  users: { table: 'release_users', column: 'user_id', owner: 'users' },
} as const;

/** Which of these are nobody: neither of the database nor, as far as they were ticked before, in the trash. */
export async function findUnknown(
  db: Db,
  kind: keyof typeof ticks,
  ids: readonly string[],
): Promise<string[]> {
  const real = ids.filter(isId);
  if (real.length < ids.length) return ids.filter((id) => !isId(id));
  const { rows } = await sql<{ id: string }>`select given.id::text from unnest(${real}::uuid[]) given (id)
    where not exists (select from ${sql.table(ticks[kind].owner)} o where o.id = given.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes the ticks of a release these; those of what is in the trash stay, for when it comes back. */
export async function replaceTicks(
  tx: Tx,
  releaseId: string,
  kind: keyof typeof ticks,
  ids: readonly string[],
): Promise<void> {
  const { table, column, owner } = ticks[kind];
  await sql`delete from ${sql.table(table)} t using ${sql.table(owner)} o
    where t.release_id = ${releaseId} and o.id = ${sql.ref(`t.${column}`)} and o.deleted_at is null
      and o.id <> all(${ids}::uuid[])`.execute(tx);
  const company = kind === 'users' ? sql`o.company_id, o.id` : sql`o.id`;
  const into = kind === 'users' ? sql`company_id, user_id` : sql`company_id`;
  await sql`insert into ${sql.table(table)} (${into}, release_id)
    select ${company}, ${releaseId}::uuid from ${sql.table(owner)} o where o.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Names of ticked companies and users, for the history. */
export async function namesOfTicks(
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
