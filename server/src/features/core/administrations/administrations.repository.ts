import { sql } from 'kysely';
import { administrations, allAdministrations } from '#contract/core/administrations.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { withinAdministrations } from '../narrowing/narrowing.repository.ts';
import '../core.tables.ts';

export const uniqueFields = { administrations_tag_taken: 'tag' };

const columns = {
  name: { natural: true, nullable: false },
  tag: { natural: true, nullable: false },
  coupling: { nullable: false },
} as const;
const searched = ['administrations.name', 'administrations.tag'];

const rows = rowsOf('administrations', 'administrations.id');

/** Administrations of one company. */
export const { list, stream, findById } = recordReaders(administrations, {
  table: 'administrations',
  rows,
  columns: {
    ...columns,
    kvkNumber: { nullable: false },
    vatId: { nullable: false },
    iban: { nullable: false },
    mailbox: 'administrations.mail_mailbox',
    mailIsActive: { nullable: false },
    hasPassword: sql`administrations.mail_password_encrypted is not null`,
  },
  search: [
    ...searched,
    'administrations.coupling',
    'administrations.kvk_number',
    'administrations.vat_id',
    'administrations.iban',
  ],
});

/** All administrations within the scope, of any company. */
export const { list: listAll } = recordReaders(allAdministrations, {
  table: 'administrations',
  rows: (db, scope) =>
    rows(db, scope)
      .innerJoin('companies', 'companies.id', 'administrations.company_id')
      .where(withinAdministrations(scope, 'administrations.id')),
  columns: { ...columns, companyName: { sql: 'companies.name', natural: true, nullable: false } },
  search: [...searched, 'companies.name'],
});

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
