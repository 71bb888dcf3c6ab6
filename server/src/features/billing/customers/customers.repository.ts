import { sql } from 'kysely';
import { z } from 'zod';
import { customers, allCustomerAdministrations } from '#contract/billing/customers.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { within } from '#server/platform/auth/scope.ts';
import '#server/features/core/index.ts';
import '../billing.tables.ts';

const startOn = z.string().nullable();

export const { list, stream, findById } = recordReaders(
  {
    ...customers,
    row: customers.row.omit({ billingState: true }).extend({ startOn }),
    record: customers.record
      .omit({ billingState: true, currentRelease: true, previousRelease: true, unknownReleases: true })
      .extend({ startOn }),
  },
  {
    table: 'companies',
    rows: (db, scope) =>
      db
        .selectFrom('companies')
        .leftJoin('customer_settings as s', 's.company_id', 'companies.id')
        .where('companies.deleted_at', 'is', null)
        // The provider is no customer of itself: the same companies as the report and the runs have.
        .where('companies.is_provider', '=', false)
        .where(within(scope, 'companies.id')),
    columns: {
      name: { natural: true, nullable: false },
      fmCustomerId: { nullable: false },
      domainName: { nullable: false },
      active: { sql: 'companies.is_active', nullable: false },
      createdAt: { nullable: false },
      subscriptionType: 's.subscription',
      startOn: 's.start_on',
    },
    search: [
      {
        folded: sql`norm(companies.name || ' ' || companies.domain_name || ' ' || companies.prima_relatienummer)`,
      },
      sql`companies.fm_customer_id::text`,
    ],
  },
);

/** The administrations of customers. */
export const administrationReaders = recordReaders(allCustomerAdministrations, {
  table: 'administrations',
  rows: rowsOf('administrations'),
  columns: {
    name: { natural: true, nullable: false },
    tag: { natural: true, nullable: false },
    coupling: { nullable: false },
    mailbox: 'administrations.mail_mailbox',
    hasPassword: sql`administrations.mail_password_encrypted is not null`,
  },
  search: ['administrations.name', 'administrations.tag', 'administrations.coupling'],
});
