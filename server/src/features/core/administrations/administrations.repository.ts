import { sql } from 'kysely';
import { administrations, allAdministrations } from '#contract/core/administrations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { asTakenField, changedBy, madeBy } from '#server/platform/db/record.ts';
import '../core.tables.ts';

export const uniqueFields = { administrations_tag_taken: 'tag' };

/** What is stored of an administration; an undefined password, code or list of modules stays as it is. */
export interface AdministrationValues {
  readonly name: string;
  readonly tag: string;
  readonly coupling: string;
  readonly kvkNumber: string | undefined;
  readonly vatId: string | undefined;
  readonly iban: string | undefined;
  readonly mailHostname: string;
  readonly mailUsername: string;
  readonly mailbox: string;
  readonly mailIsActive: boolean;
  readonly mailPasswordEncrypted?: Buffer | null;
  readonly modules?: readonly string[] | undefined;
}

const columns = listColumns(administrations.fields, {
  id: 'administrations.id',
  name: { sql: 'administrations.name', natural: true },
  tag: { sql: 'administrations.tag', natural: true },
  coupling: 'administrations.coupling',
  kvkNumber: { sql: 'administrations.kvk_number', nullable: false },
  vatId: { sql: 'administrations.vat_id', nullable: false },
  iban: { sql: 'administrations.iban', nullable: false },
  mailIsActive: { sql: 'administrations.mail_is_active', nullable: false },
});
const allColumns = listColumns(allAdministrations.fields, {
  id: 'administrations.id',
  companyId: 'administrations.company_id',
  companyName: { sql: 'companies.name', natural: true, nullable: false },
  name: { sql: 'administrations.name', natural: true, nullable: false },
  tag: { sql: 'administrations.tag', natural: true, nullable: false },
  coupling: { sql: 'administrations.coupling', nullable: false },
});
const allSearch = searchColumns(['administrations.name', 'administrations.tag', 'companies.name']);
const search = searchColumns([
  'administrations.name',
  'administrations.tag',
  'administrations.coupling',
  'administrations.kvk_number',
  'administrations.vat_id',
  'administrations.iban',
]);

function visible(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('administrations')
    .where('administrations.company_id', '=', companyId)
    .where('administrations.deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'))
    .select([
      'administrations.id',
      'administrations.company_id as companyId',
      'administrations.name',
      'administrations.tag',
      'administrations.coupling',
      'administrations.kvk_number as kvkNumber',
      'administrations.vat_id as vatId',
      'administrations.iban',
      'administrations.mail_hostname as mailHostname',
      'administrations.mail_username as mailUsername',
      'administrations.mail_mailbox as mailbox',
      'administrations.mail_is_active as mailIsActive',
      'administrations.modules',
      'administrations.created_at as createdAt',
      'administrations.updated_at as updatedAt',
      'administrations.row_version as rowVersion',
      sql<
        string | null
      >`(select trim(e.first_name || ' ' || e.last_name) from users e where e.id = administrations.updated_by)`.as(
        'updatedBy',
      ),
      sql<boolean>`administrations.mail_password_encrypted is not null`.as('hasPassword'),
    ]);
}

export function list(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return listPage(query, { base: visible(db, scope, companyId), columns, search });
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope, companyId), columns, search });
}

/** Every administration that the scope reaches, of whatever company. */
export function listAll(db: Db, scope: Scope, query: ListQuery) {
  const base = db
    .selectFrom('administrations')
    .innerJoin('companies', 'companies.id', 'administrations.company_id')
    .where('administrations.deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'))
    .select([
      'administrations.id',
      'administrations.company_id as companyId',
      'administrations.name',
      'administrations.tag',
      'administrations.coupling',
      'companies.name as companyName',
    ]);
  return listPage(query, { base, columns: allColumns, search: allSearch });
}

export async function findById(db: Db, scope: Scope, companyId: string, id: string) {
  if (!isId(id) || !isId(companyId)) return undefined;
  return visible(db, scope, companyId).where('administrations.id', '=', id).executeTakeFirst();
}

/** The stored mail password, or null. */
export async function findPassword(
  db: Db,
  scope: Scope,
  companyId: string,
  id: string,
): Promise<Buffer | null> {
  const found = await db
    .selectFrom('administrations')
    .select('mail_password_encrypted')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'))
    .executeTakeFirst();
  return found?.mail_password_encrypted ?? null;
}

export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  values: AdministrationValues,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('administrations')
    .values({
      company_id: companyId,
      id,
      ...stored(values),
      mail_password_encrypted: values.mailPasswordEncrypted ?? null,
      modules: [...(values.modules ?? [])],
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute()
    .catch(asTakenField(uniqueFields));
  return id;
}

export async function update(
  tx: Tx,
  ctx: Context,
  companyId: string,
  id: string,
  values: AdministrationValues,
): Promise<void> {
  await tx
    .updateTable('administrations')
    .set({
      ...stored(values),
      ...(values.mailPasswordEncrypted === undefined
        ? {}
        : { mail_password_encrypted: values.mailPasswordEncrypted }),
      ...(values.modules === undefined ? {} : { modules: [...values.modules] }),
      ...changedBy(ctx),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where(within(ctx.scope, 'administrations.company_id'))
    .execute()
    .catch(asTakenField(uniqueFields));
}

function stored(values: AdministrationValues) {
  return {
    name: values.name,
    tag: values.tag,
    coupling: values.coupling,
    ...codesOf(values),
    mail_hostname: values.mailHostname,
    mail_username: values.mailUsername,
    mail_mailbox: values.mailbox,
    mail_is_active: values.mailIsActive,
  };
}

function codesOf({ kvkNumber, vatId, iban }: AdministrationValues) {
  return {
    ...(kvkNumber === undefined ? {} : { kvk_number: kvkNumber }),
    ...(vatId === undefined ? {} : { vat_id: vatId }),
    ...(iban === undefined ? {} : { iban }),
  };
}
