import { sql } from 'kysely';
import { contactPersons } from '#contract/core/contact-persons.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import './contact-persons.tables.ts';

type Person = Rec<typeof contactPersons>;
type PersonRow = Row<typeof contactPersons>;

/** What is stored of a contact person; undefined stays as it is, and is empty on a new one. */
export interface PersonValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly function: string | undefined;
  readonly landline: string | undefined;
  readonly mobile: string | undefined;
  readonly email: string | undefined;
}

/** A relation that the caller may reach. */
export interface Owner {
  readonly id: string;
  readonly companyId: string;
}

const columns = listColumns(contactPersons.fields, {
  id: 'contact_persons.id',
  firstName: { sql: 'contact_persons.first_name', natural: true, nullable: false },
  lastName: { sql: 'contact_persons.last_name', natural: true, nullable: false },
  function: { sql: 'contact_persons.function', natural: true, nullable: false },
  'landlineNumber/number': { sql: 'contact_persons.landline', nullable: false },
  'mobileNumber/number': { sql: 'contact_persons.mobile', nullable: false },
  'emailAddress/address': { sql: 'contact_persons.email', nullable: false },
});
const search = searchColumns([{ folded: sql.ref('contact_persons.search_text') }]);

function visible(db: Db, scope: Scope, { id, companyId }: Owner) {
  return db
    .selectFrom('contact_persons')
    .where('contact_persons.company_id', '=', companyId)
    .where('contact_persons.customer_relation_id', '=', id)
    .where('contact_persons.deleted_at', 'is', null)
    .where(within(scope, 'contact_persons.company_id'))
    .select([
      'contact_persons.id',
      'contact_persons.customer_relation_id as customerRelationId',
      'contact_persons.first_name as firstName',
      'contact_persons.last_name as lastName',
      'contact_persons.function',
      'contact_persons.landline',
      'contact_persons.mobile',
      'contact_persons.email',
    ]);
}

interface FlatRow extends Pick<
  PersonRow,
  'id' | 'customerRelationId' | 'firstName' | 'lastName' | 'function'
> {
  readonly landline: string;
  readonly mobile: string;
  readonly email: string;
}

function asRow({ landline, mobile, email, ...rest }: FlatRow): PersonRow {
  return {
    ...rest,
    fullName: `${rest.firstName} ${rest.lastName}`,
    landlineNumber: { number: landline },
    mobileNumber: { number: mobile },
    emailAddress: { address: email },
  };
}

export async function list(db: Db, scope: Scope, owner: Owner, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope, owner), columns, search });
  return { ...page, rows: page.rows.map(asRow) };
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, owner: Owner, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope, owner), columns, search });
}

function detailed(db: Db, scope: Scope, owner: Owner, id: string) {
  return visible(db, scope, owner)
    .where('contact_persons.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'contact_persons.updated_by')
    .select([
      'contact_persons.created_at as createdAt',
      'contact_persons.updated_at as updatedAt',
      'contact_persons.row_version as rowVersion',
      sql<string | null>`editor.first_name || ' ' || editor.last_name`.as('updatedBy'),
    ]);
}

export async function findById(db: Db, scope: Scope, owner: Owner, id: string): Promise<Person | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(await detailed(db, scope, owner, id).executeTakeFirst());
}

function asRecord(found: (FlatRow & Omit<Person, keyof PersonRow>) | undefined): Person | undefined {
  if (!found) return undefined;
  const { createdAt, updatedAt, updatedBy, rowVersion, ...flat } = found;
  return { ...asRow(flat), createdAt, updatedAt, updatedBy, rowVersion };
}

export async function insert(tx: Tx, ctx: Context, owner: Owner, values: PersonValues): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('contact_persons')
    .values({
      company_id: owner.companyId,
      id,
      customer_relation_id: owner.id,
      first_name: values.first_name,
      last_name: values.last_name,
      function: values.function ?? '',
      landline: values.landline ?? '',
      mobile: values.mobile ?? '',
      email: values.email ?? '',
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute();
  return id;
}

export async function update(
  tx: Tx,
  ctx: Context,
  owner: Owner,
  id: string,
  values: PersonValues,
): Promise<void> {
  await tx
    .updateTable('contact_persons')
    .set({ ...values, ...changedBy(ctx) })
    .where('company_id', '=', owner.companyId)
    .where('customer_relation_id', '=', owner.id)
    .where('id', '=', id)
    .where(within(ctx.scope, 'contact_persons.company_id'))
    .execute();
}
