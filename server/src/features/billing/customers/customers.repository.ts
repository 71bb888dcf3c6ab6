import { sql } from 'kysely';
import { customers, allCustomerAdministrations } from '#contract/billing/customers.ts';
import type { SubscriptionType } from '#contract/billing/codes.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import '#server/features/core/index.ts';
import '../billing.tables.ts';

const columns = listColumns(customers.fields, {
  id: 'companies.id',
  name: { sql: 'companies.name', natural: true, nullable: false },
  fmCustomerId: { sql: 'companies.fm_customer_id', nullable: false },
  domainName: { sql: 'companies.domain_name', nullable: false },
  active: { sql: 'companies.is_active', nullable: false },
  createdAt: { sql: 'companies.created_at', nullable: false },
});
const search = searchColumns([
  { folded: sql`norm(companies.name || ' ' || companies.domain_name)` },
  sql`companies.fm_customer_id::text`,
]);

function visible(db: Db, scope: Scope) {
  return (
    db
      .selectFrom('companies')
      .leftJoin('customer_settings as s', 's.company_id', 'companies.id')
      .where('companies.deleted_at', 'is', null)
      // The provider is no customer of itself: the same companies as the report and the runs have.
      .where('companies.is_provider', '=', false)
      .where(within(scope, 'companies.id'))
      .select([
        'companies.id',
        'companies.name',
        sql<number>`companies.fm_customer_id`.as('fmCustomerId'),
        'companies.is_active as active',
        sql<SubscriptionType | null>`s.subscription`.as('subscriptionType'),
        's.start_on as startOn',
      ])
  );
}

export function list(db: Db, scope: Scope, query: ListQuery) {
  return listPage(query, { base: visible(db, scope), columns, search });
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, scope)
    .where('companies.id', '=', id)
    .select([
      'companies.domain_name as domainName',
      'companies.license',
      'companies.prima_relatienummer as primaRelatienummer',
      'companies.created_at as createdAt',
      'companies.row_version as rowVersion',
    ])
    .executeTakeFirst();
}

const administrationColumns = listColumns(allCustomerAdministrations.fields, {
  id: 'administrations.id',
  companyId: 'administrations.company_id',
  name: { sql: 'administrations.name', natural: true, nullable: false },
  tag: { sql: 'administrations.tag', natural: true, nullable: false },
  coupling: { sql: 'administrations.coupling', nullable: false },
});
const administrationSearch = searchColumns([
  'administrations.name',
  'administrations.tag',
  'administrations.coupling',
]);

function visibleAdministrations(db: Db, scope: Scope, companyId: string | undefined) {
  const all = db
    .selectFrom('administrations')
    .where('administrations.deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'))
    .select([
      'administrations.id',
      'administrations.company_id as companyId',
      'administrations.name',
      'administrations.tag',
      'administrations.coupling',
      'administrations.mail_hostname as mailHostname',
      'administrations.mail_username as mailUsername',
      'administrations.mail_mailbox as mailbox',
      'administrations.mail_is_active as mailIsActive',
      'administrations.modules',
      sql<boolean>`administrations.mail_password_encrypted is not null`.as('hasPassword'),
    ]);
  return companyId === undefined ? all : all.where('administrations.company_id', '=', companyId);
}

export function listAdministrations(db: Db, scope: Scope, companyId: string | undefined, query: ListQuery) {
  return listPage(query, {
    base: visibleAdministrations(db, scope, companyId),
    columns: administrationColumns,
    search: administrationSearch,
  });
}

/** All of such a list, in its order, for an export. */
export function streamAdministrations(db: Db, scope: Scope, companyId: string | undefined, query: ListQuery) {
  return streamList(db, query, {
    base: visibleAdministrations(db, scope, companyId),
    columns: administrationColumns,
    search: administrationSearch,
  });
}

export async function findAdministration(db: Db, scope: Scope, companyId: string | undefined, id: string) {
  if (!isId(id) || (companyId !== undefined && !isId(companyId))) return undefined;
  return visibleAdministrations(db, scope, companyId).where('administrations.id', '=', id).executeTakeFirst();
}
