import { type Expression, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { type ScimFilter, type ScimOp, UnreadableScim } from './scim.filter.ts';
import '../core.tables.ts';

/** A user as the directory sees them. */
export interface ScimUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly active: boolean;
  readonly externalId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly rowVersion: number;
}

/** A group that the directory made. */
export interface ScimGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly rowVersion: number;
  readonly members: readonly { readonly value: string; readonly display: string }[];
}

/** Which of them: a filter, a page, from the `skip`-th on. */
export interface ScimQuery {
  readonly filter: ScimFilter | null;
  readonly skip: number;
  readonly top: number;
}

type Attributes = Readonly<Record<string, (compare: Compare) => Expression<SqlBool>>>;
/** Makes a condition of a column; with null, whether there is a value. */
type Compare = (
  column: Expression<unknown>,
  type: 'text' | 'exact' | 'id' | 'boolean' | 'moment',
) => Expression<SqlBool>;

const column = (name: string, type: Parameters<Compare>[1]) => (compare: Compare) =>
  compare(sql.ref(name), type);

const userAttributes: Attributes = {
  id: column('users.id', 'id'),
  username: column('users.email', 'text'),
  'emails.value': column('users.email', 'text'),
  emails: column('users.email', 'text'),
  externalid: column('ids.external_id', 'exact'),
  active: column('users.is_active', 'boolean'),
  'name.givenname': column('users.first_name', 'text'),
  'name.familyname': column('users.last_name', 'text'),
  displayname: (compare) => compare(fullName, 'text'),
  'meta.created': column('users.created_at', 'moment'),
  'meta.lastmodified': column('users.updated_at', 'moment'),
  'emails.type': (compare) => compare(sql`'work'`, 'text'),
  'emails.primary': (compare) => compare(sql`true`, 'boolean'),
};
const groupAttributes: Attributes = {
  id: column('groups.id', 'id'),
  displayname: column('groups.name', 'text'),
  externalid: column('ids.external_id', 'exact'),
  'meta.created': column('groups.created_at', 'moment'),
  'meta.lastmodified': column('groups.updated_at', 'moment'),
  'members.value': memberIs,
  members: memberIs,
};
const fullName = sql<string>`trim(users.first_name || ' ' || users.last_name)`;

function memberIs(compare: Compare): Expression<SqlBool> {
  return sql<SqlBool>`exists (select from group_users gu join users u on u.id = gu.user_id and u.deleted_at is null
    where gu.group_id = groups.id and ${compare(sql.ref('u.id'), 'id')})`;
}

/** Users of the company that are no guests, and how many match in all. */
export async function listUsers(db: Db, scope: Scope, { filter, skip, top }: ScimQuery) {
  const matches = users(db, scope).$if(filter !== null, (query) =>
    query.where(conditionOf(filter, userAttributes)),
  );
  const { count } = await matches.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await matches.select(userColumns).orderBy('users.id').offset(skip).limit(top).execute();
  return { rows, count };
}

export async function findUser(db: Db, scope: Scope, id: string): Promise<ScimUser | undefined> {
  if (!isId(id)) return undefined;
  return users(db, scope).where('users.id', '=', id).select(userColumns).executeTakeFirst();
}

function users(db: Db, scope: Scope) {
  return db
    .selectFrom('users')
    .leftJoin('scim_ids as ids', (join) =>
      join
        .onRef('ids.company_id', '=', 'users.company_id')
        .onRef('ids.record_id', '=', 'users.id')
        .on('ids.kind', '=', 'user'),
    )
    .where('users.deleted_at', 'is', null)
    .where('users.is_guest', '=', false)
    .where(within(scope, 'users.company_id'));
}

const userColumns = [
  'users.id',
  'users.email',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.is_active as active',
  'ids.external_id as externalId',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
  'users.row_version as rowVersion',
] as const;

/** Groups that the directory made, and how many match in all. */
export async function listGroups(db: Db, scope: Scope, { filter, skip, top }: ScimQuery) {
  const matches = groups(db, scope).$if(filter !== null, (query) =>
    query.where(conditionOf(filter, groupAttributes)),
  );
  const { count } = await matches.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await matches
    .select(groupColumns)
    .select(membersOfGroup)
    .orderBy('groups.id')
    .offset(skip)
    .limit(top)
    .execute();
  return { rows, count };
}

export async function findGroup(db: Db, scope: Scope, id: string): Promise<ScimGroup | undefined> {
  if (!isId(id)) return undefined;
  return groups(db, scope)
    .where('groups.id', '=', id)
    .select(groupColumns)
    .select(membersOfGroup)
    .executeTakeFirst();
}

function groups(db: Db, scope: Scope) {
  return db
    .selectFrom('groups')
    .innerJoin('scim_ids as ids', (join) =>
      join
        .onRef('ids.company_id', '=', 'groups.company_id')
        .onRef('ids.record_id', '=', 'groups.id')
        .on('ids.kind', '=', 'group'),
    )
    .where('groups.deleted_at', 'is', null)
    .where(within(scope, 'groups.company_id'));
}

const groupColumns = [
  'groups.id',
  'groups.name',
  'ids.external_id as externalId',
  'groups.created_at as createdAt',
  'groups.updated_at as updatedAt',
  'groups.row_version as rowVersion',
] as const;
const membersOfGroup = sql<{ value: string; display: string }[]>`coalesce((
  select json_agg(json_build_object('value', u.id, 'display', trim(u.first_name || ' ' || u.last_name)) order by u.id)
  from group_users gu join users u on u.id = gu.user_id
  where gu.group_id = groups.id and u.deleted_at is null), '[]'::json)`.as('members');

/** Keeps what the directory calls a user or group. */
export async function saveExternalId(
  tx: Tx,
  companyId: string,
  record: { readonly kind: 'user' | 'group'; readonly id: string; readonly externalId: string | null },
): Promise<void> {
  await tx
    .insertInto('scim_ids')
    .values({
      company_id: companyId,
      kind: record.kind,
      record_id: record.id,
      external_id: record.externalId,
    })
    .onConflict((on) =>
      on.columns(['company_id', 'kind', 'record_id']).doUpdateSet({ external_id: record.externalId }),
    )
    .execute();
}

/** Those of these ids that are users of the company, without guests. */
export async function knownUsers(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const sought = ids.filter(isId);
  if (sought.length === 0) return new Set();
  const found = await users(db, scope).where('users.id', 'in', sought).select('users.id').execute();
  return new Set(found.map(({ id }) => id));
}

/** Whether anybody who may sign in may change users of the company: somebody who lets others in again. */
export async function hasAdministrator(db: Db, companyId: string): Promise<boolean> {
  const may = sql`like 'core.users.update%'`;
  const { rows } = await sql`
    select from users u where u.company_id = ${companyId} and u.deleted_at is null and u.is_active
      and (cardinality(u.modules) = 0 or 'core' = any(u.modules))
      and (exists (select from user_permissions up where up.user_id = u.id and up.permission ${may})
        or exists (select from groups g where g.deleted_at is null
          and (g.company_id = ${companyId} or g.company_id is null)
          and (exists (select from group_users gu where gu.group_id = g.id and gu.user_id = u.id)
            or (g.available_for_everyone and not u.is_guest))
          and (g.access_to_everything
            or exists (select from group_permissions gp where gp.group_id = g.id and gp.permission ${may}))))
    limit 1`.execute(db);
  return rows.length > 0;
}

function conditionOf(filter: ScimFilter | null, attributes: Attributes): Expression<SqlBool> {
  if (filter === null) return sql<SqlBool>`true`;
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.of.map((part) => conditionOf(part, attributes));
      return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`not coalesce(${conditionOf(filter.of, attributes)}, false)`;
    case 'present':
      return attributeOf(attributes, filter.path)((of) => sql<SqlBool>`${of} is not null`);
    case 'compare': {
      const { op, value } = filter;
      return attributeOf(attributes, filter.path)((of, type) => compared(of, type, op, value));
    }
  }
}

function attributeOf(attributes: Attributes, path: string) {
  const found = Object.hasOwn(attributes, path) ? attributes[path] : undefined;
  if (!found) throw new UnreadableScim();
  return found;
}

function compared(
  of: Expression<unknown>,
  type: Parameters<Compare>[1],
  op: ScimOp,
  value: string | boolean,
): Expression<SqlBool> {
  const text = String(value).normalize('NFC');
  if (type === 'boolean') {
    if ((op !== 'eq' && op !== 'ne') || !/^(true|false)$/i.test(text)) throw new UnreadableScim();
    return sql<SqlBool>`${of} ${op === 'eq' ? sql`=` : sql`<>`} ${text.toLowerCase() === 'true'}::boolean`;
  }
  if (type === 'moment') {
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime()) || !Object.hasOwn(signs, op)) throw new UnreadableScim();
    // Moments are shown by milliseconds.
    return sql<SqlBool>`date_trunc('milliseconds', ${of}) ${signOf(op)} ${moment.toISOString()}::timestamptz`;
  }
  const subject = type === 'text' ? sql`lower(${of})` : sql`${of}::text`;
  const sought = type === 'exact' ? text : text.toLowerCase();
  const like = sought.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  switch (op) {
    case 'eq':
      return sql<SqlBool>`${subject} = ${sought}`;
    case 'ne':
      return sql<SqlBool>`${subject} is distinct from ${sought}`;
    case 'co':
      return sql<SqlBool>`${subject} like ${`%${like}%`}`;
    case 'sw':
      return sql<SqlBool>`${subject} like ${`${like}%`}`;
    case 'ew':
      return sql<SqlBool>`${subject} like ${`%${like}`}`;
    default:
      return sql<SqlBool>`${subject} collate "C" ${signOf(op)} ${sought}`;
  }
}

const signs = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function signOf(op: ScimOp) {
  return sql.raw(Object.entries(signs).find(([name]) => name === op)?.[1] ?? '=');
}
