import { sql } from 'kysely';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import '../core.tables.ts';
import './customer-relations.tables.ts';

export const uniqueFields = { customer_relations_tag_taken: 'tag' };

const columns = {
  tag: { natural: true, nullable: false },
  name: { natural: true, nullable: false },
  'address/street': { sql: 'customer_relations.street', natural: true, nullable: false },
  'address/city': { sql: 'customer_relations.city', natural: true, nullable: false },
  'address/zipCode': { sql: 'customer_relations.zip_code', nullable: false },
  'address/postBox': { sql: 'customer_relations.post_box', nullable: false },
  'address/country': { sql: 'customer_relations.country', nullable: false },
  'address/fullAddress': sql`concat_ws(', ', coalesce(nullif(street, ''), nullif(post_box, '')),
    nullif(trim(zip_code || ' ' || city), ''), nullif(customer_relations.country, 'NL'))`,
  'emailAddress/address': { sql: 'customer_relations.email', nullable: false },
  'phoneNumber/number': { sql: 'customer_relations.phone', nullable: false },
  websiteUrl: { nullable: false },
  kvkNumber: { nullable: false },
  oin: { nullable: false },
  vatId: { nullable: false },
  iban: { nullable: false },
} as const;
const source = {
  table: 'customer_relations',
  rows: rowsOf('customer_relations'),
  columns,
  search: [{ folded: sql.ref('customer_relations.search_text') }],
} as const;

// Warnings are added after a save.
const record = customerRelations.record.omit({ warnings: true });
export const { list, findById } = recordReaders({ ...customerRelations, record }, source);
/** All of a list with every field, for an export. */
export const { stream } = recordReaders({ ...customerRelations, row: record, record }, source);

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
