import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { companies } from '#contract/core/companies.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { endSessionsOfCompany } from '../rights/rights.repository.ts';
import '../core.tables.ts';

export const uniqueFields = { companies_domain_name_taken: 'domain_name' };
/** What is deleted and restored along with a company (§B6). */
export const children = (['administrations', 'users', 'company_modules'] as const).map((table) => ({
  table,
  owner: 'company_id',
}));

const countOf = (table: 'users' | 'company_modules') =>
  sql`(select count(*) from ${sql.table(table)} child where child.company_id = companies.id and child.deleted_at is null)`;

// The logo itself is a file.
const record = companies.record.omit({ logo: true }).extend({ logoSha256: z.string().nullable() });

export const { list, stream, findById } = recordReaders(
  { ...companies, record },
  {
    table: 'companies',
    rows: (db, scope) =>
      db
        .selectFrom('companies')
        // Joined, not counted row by row: every server has the companies, and only one of them these (decision 0075).
        .leftJoin(
          (child) =>
            child
              .selectFrom('administrations')
              .where('deleted_at', 'is', null)
              .groupBy('company_id')
              .select(['company_id', sql<number>`count(*)`.as('total')])
              .as('counted'),
          (join) => join.onRef('counted.company_id', '=', 'companies.id'),
        )
        .where('companies.deleted_at', 'is', null)
        .where(within(scope, 'companies.id')),
    columns: {
      name: { natural: true },
      primaRelatienummer: { natural: true },
      active: 'companies.is_active',
      userCount: countOf('users'),
      administrationCount: sql`coalesce(counted.total, 0)`,
      moduleCount: countOf('company_modules'),
    },
    search: [
      {
        folded: sql`norm(companies.name || ' ' || companies.domain_name || ' ' || companies.prima_relatienummer)`,
      },
    ],
  },
);

/** The company goes to the trash, and its administrations, users and modules with it (§B6). */
export async function remove(tx: Tx, ctx: Context, id: string): Promise<void> {
  await endSessionsOfCompany(tx, id);
  await softDelete(tx, ctx, 'companies', { id }, children);
}

// The serial number that the facility view shows: given once, never changed (§J7).
export function newLicense(): string {
  const digits = randomBytes(10).toString('hex').toUpperCase();
  return digits.replace(/(.{5})(?=.)/g, '$1-');
}
