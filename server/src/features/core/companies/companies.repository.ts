import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { companies } from '#contract/core/companies.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { scopedList } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { asTakenField, changedBy, madeBy, removedBy } from '#server/platform/db/record.ts';
import '../core.tables.ts';

export const uniqueFields = { companies_domain_name_taken: 'domain_name' };

/** What is stored of a company when people create or change it. */
export interface CompanyValues {
  readonly name: string;
  readonly domainName: string;
  readonly primaRelatienummer: string;
  readonly isActive: boolean;
  /** Absent leaves the logo as it is. */
  readonly logoSha256?: string | null;
}

const columns = listColumns(companies.fields, {
  id: 'companies.id',
  name: { sql: 'companies.name', natural: true },
  domainName: 'companies.domain_name',
  primaRelatienummer: { sql: 'companies.prima_relatienummer', natural: true },
  active: 'companies.is_active',
  createdAt: 'companies.created_at',
});
const search = searchColumns([{ folded: sql`norm(companies.name || ' ' || companies.domain_name)` }]);

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('companies')
    .where('companies.deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select([
      'companies.id',
      'companies.name',
      'companies.domain_name as domainName',
      'companies.prima_relatienummer as primaRelatienummer',
      'companies.is_active as active',
      sql<number>`(select count(*) from users where users.company_id = companies.id and users.deleted_at is null)`.as(
        'userCount',
      ),
    ]);
}

export const list = scopedList({ base: visible, columns, search });

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, scope)
    .where('companies.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'companies.updated_by')
    .select([
      'companies.logo_sha256 as logoSha256',
      'companies.is_provider as isProvider',
      'companies.created_at as createdAt',
      'companies.updated_at as updatedAt',
      'companies.row_version as rowVersion',
      sql<string | null>`editor.first_name || ' ' || editor.last_name`.as('updatedBy'),
      sql<number>`(select count(*) from administrations a where a.company_id = companies.id and a.deleted_at is null)`.as(
        'administrationCount',
      ),
      sql<number>`(select count(*) from company_modules m where m.company_id = companies.id and m.deleted_at is null)`.as(
        'moduleCount',
      ),
    ])
    .executeTakeFirst();
}

export async function insert(tx: Tx, ctx: Context, values: CompanyValues): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('companies')
    .values({
      id,
      ...stored(values),
      logo_sha256: values.logoSha256 ?? null,
      is_provider: false,
      license: newLicense(),
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute()
    .catch(asTakenField(uniqueFields));
  return id;
}

export async function update(tx: Tx, ctx: Context, id: string, values: CompanyValues): Promise<void> {
  const logo = values.logoSha256 === undefined ? {} : { logo_sha256: values.logoSha256 };
  await tx
    .updateTable('companies')
    .set({ ...stored(values), ...logo, ...changedBy(ctx) })
    .where('id', '=', id)
    .where(within(ctx.scope, 'companies.id'))
    .execute()
    .catch(asTakenField(uniqueFields));
}

/** The company goes to the trash, and its administrations, users and modules with it (§B6). */
export async function remove(tx: Tx, ctx: Context, id: string): Promise<void> {
  const removed = removedBy(ctx);
  await tx
    .updateTable('companies')
    .set({ ...removed, ...changedBy(ctx) })
    .where('id', '=', id)
    .where(within(ctx.scope, 'companies.id'))
    .execute();
  await tx
    .updateTable('administrations')
    .set(removed)
    .where('company_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('users')
    .set({ ...removed, session_epoch: sql`session_epoch + 1` })
    .where('company_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('company_modules')
    .set(removed)
    .where('company_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

function stored(values: CompanyValues) {
  return {
    name: values.name,
    domain_name: values.domainName,
    prima_relatienummer: values.primaRelatienummer,
    is_active: values.isActive,
  };
}

// The serial number that the facility view shows: given once, never changed (§J7).
function newLicense(): string {
  const digits = randomBytes(10).toString('hex').toUpperCase();
  return digits.replace(/(.{5})(?=.)/g, '$1-');
}
