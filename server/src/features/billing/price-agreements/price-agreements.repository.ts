import { sql, type SqlBool } from 'kysely';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../billing.tables.ts';

// The provider sees all, a customer those that they have.
function reachable(scope: Scope) {
  if (scope.reach === 'system') return sql<SqlBool>`true`;
  return sql<SqlBool>`price_agreements.id in (select ca.price_agreement_id from customer_agreements ca
    where ca.deleted_at is null and ca.company_id = ${scope.reach === 'company' ? scope.companyId : null}::uuid)`;
}

const stored = priceAgreements.record.omit({ typeName: true, agreementPrice: true });

export const { list, stream, findById } = recordReaders(
  { ...priceAgreements, row: stored, record: stored },
  {
    table: 'price_agreements',
    rows: (db, scope) =>
      db
        .selectFrom('price_agreements')
        // Joined, not counted row by row: every server has the prices, and each the customers of its own (decision 0075).
        .leftJoin(
          (child) =>
            child
              .selectFrom('customer_agreements')
              .where('deleted_at', 'is', null)
              .where(within(scope, 'company_id'))
              .groupBy('price_agreement_id')
              .select(['price_agreement_id', sql<number>`count(distinct company_id)`.as('total')])
              .as('customers'),
          (join) => join.onRef('customers.price_agreement_id', '=', 'price_agreements.id'),
        )
        .where('price_agreements.deleted_at', 'is', null)
        .where(reachable(scope)),
    columns: {
      name: { natural: true, nullable: false },
      priceAgreementType: { sql: 'price_agreements.kind', nullable: false },
      price: { sql: 'price_agreements.price_in_cents', nullable: false },
      startdate: 'price_agreements.starts_on',
      enddate: 'price_agreements.ends_on',
      isVariable: { nullable: false },
      invoiceType: { nullable: false },
      cycleInMonths: { nullable: false },
      createdAt: { nullable: false },
      customerCount: sql`coalesce(customers.total, 0)`,
    },
    search: ['price_agreements.name'],
  },
);

/** The customers that have it: how many, and the first five. */
export async function listCustomers(tx: Tx, id: string) {
  return tx
    .selectFrom('companies')
    .where(sql<SqlBool>`companies.id in (select ca.company_id from customer_agreements ca
      where ca.price_agreement_id = ${id}::uuid and ca.deleted_at is null)`)
    .orderBy('name')
    .limit(5)
    .select(['id', 'name'])
    .execute();
}
