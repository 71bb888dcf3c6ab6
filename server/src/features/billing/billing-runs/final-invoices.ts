import { sql } from 'kysely';
import { customers } from '#contract/billing/customers.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import '../billing.tables.ts';
import { RunStateNumber } from './run-state-numbers.ts';

/** The final invoices that keep a company from being deleted (§B6). */
export const findFinalInvoices: RecordUse = async (tx, ctx, { companyId }) => {
  const final = tx
    .selectFrom('billing_invoices')
    .innerJoin('billing_runs', 'billing_runs.id', 'billing_invoices.run_id')
    .where('billing_runs.state', '=', RunStateNumber.final)
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
