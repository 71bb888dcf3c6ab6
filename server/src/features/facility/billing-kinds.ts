import { sql } from 'kysely';
import { billingRuns } from '#contract/facility/billing-runs.ts';
import { customers } from '#contract/facility/customers.ts';
import { priceAgreements } from '#contract/facility/price-agreements.ts';
import { customerSettings } from '#contract/facility/settings.ts';
import type { HistoryKind, RecordUse } from '#server/features/core/index.ts';
import { within } from '#server/platform/auth/scope.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { findById as findCustomerAgreement } from './customer-agreements/customer-agreements.repository.ts';
import { findById as findPriceAgreement } from './price-agreements/price-agreements.repository.ts';
import { findById as findRun } from './runs/runs.repository.ts';
import { findById as findSettings } from './settings/settings.repository.ts';

/** The records of billing that have a history. What is sold and runs are the provider's, and so is their history. */
export const billingHistory: readonly HistoryKind[] = [
  {
    entity: priceAgreements.permission,
    async companyOf({ db, scope }, id) {
      const own = await findCustomerAgreement(db, scope, undefined, id);
      if (own || scope.reach !== 'system') return own?.companyId;
      return (await findPriceAgreement(db, scope, id)) && noCompany;
    },
  },
  {
    entity: customerSettings.permission,
    companyOf: async ({ db, scope }, id) => (await findSettings(db, scope, id))?.companyId,
  },
  {
    entity: billingRuns.permission,
    companyOf: async ({ db, scope }, id) =>
      scope.reach === 'system' && (await findRun(db, id)) ? noCompany : undefined,
  },
];

/** The final invoices that keep a company from being deleted (§B6). */
export const billingUse: RecordUse = async (tx, ctx, { companyId }) => {
  const final = tx
    .selectFrom('billing_invoices')
    .innerJoin('billing_runs', 'billing_runs.id', 'billing_invoices.run_id')
    .where('billing_runs.state', '=', 2)
    .where('billing_invoices.company_id', '=', companyId);
  const { count } = await final.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const reader = ctx.reach(`${customers.permission}.read`);
  if (count === 0 || !reader) return { count, first: [] };
  const first = await final
    .where(within(reader.scope, 'billing_invoices.company_id'))
    .orderBy('billing_invoices.invoice_number')
    .limit(5)
    .select(['billing_invoices.company_id as id', 'billing_invoices.invoice_number as name'])
    .execute();
  return { count, first: first.map((invoice) => ({ resource: customers.path, ...invoice })) };
};
