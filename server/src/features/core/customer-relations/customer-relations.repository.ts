import { sql } from 'kysely';
import { customerRelations } from '#contract/core/customer-relations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { asTakenField, changedBy, madeBy } from '#server/platform/db/record.ts';
import '../core.tables.ts';
import './customer-relations.tables.ts';

export const uniqueFields = { customer_relations_tag_taken: 'tag' };

type Relation = Rec<typeof customerRelations>;
type RelationRow = Row<typeof customerRelations>;

/** What is stored of a relation; undefined stays as it is, and is empty on a new one. */
export interface RelationValues {
  readonly tag: string | undefined;
  readonly name: string;
  readonly street: string | undefined;
  readonly city: string | undefined;
  readonly zip_code: string | undefined;
  readonly post_box: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly website_url: string | undefined;
  readonly kvk_number: string | undefined;
  readonly vat_id: string | undefined;
  readonly iban: string | undefined;
}

const columns = listColumns(customerRelations.fields, {
  id: 'customer_relations.id',
  tag: { sql: 'customer_relations.tag', natural: true, nullable: false },
  name: { sql: 'customer_relations.name', natural: true, nullable: false },
  'address/street': { sql: 'customer_relations.street', natural: true, nullable: false },
  'address/city': { sql: 'customer_relations.city', natural: true, nullable: false },
  'address/zipCode': { sql: 'customer_relations.zip_code', nullable: false },
  'address/postBox': { sql: 'customer_relations.post_box', nullable: false },
  'emailAddress/address': { sql: 'customer_relations.email', nullable: false },
  'phoneNumber/number': { sql: 'customer_relations.phone', nullable: false },
  websiteUrl: { sql: 'customer_relations.website_url', nullable: false },
  kvkNumber: { sql: 'customer_relations.kvk_number', nullable: false },
  vatId: { sql: 'customer_relations.vat_id', nullable: false },
  iban: { sql: 'customer_relations.iban', nullable: false },
  createdAt: 'customer_relations.created_at',
});
const search = searchColumns([{ folded: sql.ref('customer_relations.search_text') }]);

function visible(db: Db, scope: Scope, companyId: string) {
  return inScope(db, scope).where('customer_relations.company_id', '=', companyId);
}

function inScope(db: Db, scope: Scope) {
  return db
    .selectFrom('customer_relations')
    .where('customer_relations.deleted_at', 'is', null)
    .where(within(scope, 'customer_relations.company_id'))
    .select([
      'customer_relations.id',
      'customer_relations.company_id as companyId',
      'customer_relations.tag',
      'customer_relations.name',
      'customer_relations.street',
      'customer_relations.city',
      'customer_relations.zip_code as zipCode',
      'customer_relations.post_box as postBox',
      'customer_relations.email',
      'customer_relations.phone',
      'customer_relations.website_url as websiteUrl',
    ]);
}

interface FlatRow {
  readonly id: string;
  readonly companyId: string;
  readonly tag: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly postBox: string;
  readonly email: string;
  readonly phone: string;
  readonly websiteUrl: string;
}

/** A stored row as it travels. */
function asRow({ street, city, zipCode, postBox, email, phone, ...rest }: FlatRow): RelationRow {
  const fullAddress = [street || postBox, `${zipCode} ${city}`.trim()]
    .filter((part) => part !== '')
    .join(', ');
  return {
    ...rest,
    address: { street, city, zipCode, postBox, fullAddress },
    emailAddress: { address: email },
    phoneNumber: { number: phone },
  };
}

export async function list(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope, companyId), columns, search });
  return { ...page, rows: page.rows.map(asRow) };
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  const base = visible(db, scope, companyId).select([
    'customer_relations.kvk_number as kvkNumber',
    'customer_relations.vat_id as vatId',
    'customer_relations.iban',
  ]);
  return streamList(db, query, { base, columns, search });
}

function detailed(db: Db, scope: Scope, id: string) {
  return inScope(db, scope)
    .where('customer_relations.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'customer_relations.updated_by')
    .select([
      'customer_relations.kvk_number as kvkNumber',
      'customer_relations.vat_id as vatId',
      'customer_relations.iban',
      'customer_relations.created_at as createdAt',
      'customer_relations.updated_at as updatedAt',
      'customer_relations.row_version as rowVersion',
      sql<string | null>`editor.first_name || ' ' || editor.last_name`.as('updatedBy'),
    ]);
}

export async function findById(db: Db, scope: Scope, id: string): Promise<Relation | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(await detailed(db, scope, id).executeTakeFirst());
}

type FlatRecord = FlatRow & Omit<Relation, keyof RelationRow | 'warnings'>;

function asRecord(found: FlatRecord | undefined): Relation | undefined {
  if (!found) return undefined;
  const { kvkNumber, vatId, iban, createdAt, updatedAt, updatedBy, rowVersion, ...flat } = found;
  return { ...asRow(flat), kvkNumber, vatId, iban, createdAt, updatedAt, updatedBy, rowVersion };
}

// PostgreSQL takes 65,535 parameters a statement.
const maxAtOnce = 1000;

/** Writes new relations of a company, in the order given; gives their ids. */
export async function insertAll(
  tx: Tx,
  ctx: Context,
  companyId: string,
  all: readonly RelationValues[],
): Promise<string[]> {
  const made = all.map((values) => ({
    company_id: companyId,
    id: newId(ctx.now().getTime()),
    name: values.name,
    tag: values.tag ?? '',
    street: values.street ?? '',
    city: values.city ?? '',
    zip_code: values.zip_code ?? '',
    post_box: values.post_box ?? '',
    email: values.email ?? '',
    phone: values.phone ?? '',
    website_url: values.website_url ?? '',
    kvk_number: values.kvk_number ?? '',
    vat_id: values.vat_id ?? '',
    iban: values.iban ?? '',
    deleted_at: null,
    deleted_by: null,
    ...madeBy(ctx),
  }));
  for (let at = 0; at < made.length; at += maxAtOnce) {
    await tx
      .insertInto('customer_relations')
      .values(made.slice(at, at + maxAtOnce))
      .execute()
      .catch(asTakenField(uniqueFields));
  }
  return made.map(({ id }) => id);
}

export async function update(
  tx: Tx,
  ctx: Context,
  companyId: string,
  id: string,
  values: RelationValues,
): Promise<void> {
  await tx
    .updateTable('customer_relations')
    .set({ ...values, ...changedBy(ctx) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where(within(ctx.scope, 'customer_relations.company_id'))
    .execute()
    .catch(asTakenField(uniqueFields));
}

/** Which of these relation numbers the company uses already, in lower case. */
export async function takenTags(
  db: Db,
  scope: Scope,
  companyId: string,
  tags: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where(within(scope, 'customer_relations.company_id'))
    .where('deleted_at', 'is', null)
    .where('tag', '<>', '')
    .where(sql<boolean>`lower(tag) = any(${tags.map((tag) => tag.toLowerCase())}::text[])`)
    .select(sql<string>`lower(tag)`.as('tag'))
    .execute();
  return new Set(rows.map(({ tag }) => tag));
}

/** Whether a company is there at all, for staff who name one. */
export async function companyExists(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  if (!isId(companyId)) return false;
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
