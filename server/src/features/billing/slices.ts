import { sql } from 'kysely';
import { companies } from '#contract/core/companies.ts';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { customers } from '#contract/billing/customers.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { customerSettings } from '#contract/billing/customer-settings.ts';
import { within } from '#server/platform/auth/scope.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import { type Slice, slice } from '#server/platform/resource/slice.ts';
import { findById as findCustomerAgreement } from './customer-agreements/customer-agreements.repository.ts';
import { customerAgreementRoutes } from './customer-agreements/customer-agreements.routes.ts';
import { customerAgreementsService } from './customer-agreements/customer-agreements.service.ts';
import {
  findById as findPriceAgreement,
  stream as streamPriceAgreements,
} from './price-agreements/price-agreements.repository.ts';
import { priceAgreementsService } from './price-agreements/price-agreements.service.ts';
import { findById as findRun } from './billing-runs/billing-runs.repository.ts';
import { runRoutes } from './billing-runs/billing-runs.routes.ts';
import { runsService } from './billing-runs/billing-runs.service.ts';
import { findById as findSettings } from './customer-settings/customer-settings.repository.ts';
import { customerSettingsRoutes } from './customer-settings/customer-settings.routes.ts';
import { customerSettingsService } from './customer-settings/customer-settings.service.ts';

/** The final invoices that keep a company from being deleted (§B6). */
const findFinalInvoices: RecordUse = async (tx, ctx, { companyId }) => {
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

/** The resources of the area; those that refer to others come before them. */
export const billingSlices: readonly Slice[] = [
  slice({
    resource: customerAgreements,
    service: customerAgreementsService,
    routes: customerAgreementRoutes,
    history: {
      companyOf: async ({ db, scope }, id) =>
        (await findCustomerAgreement(db, scope, undefined, id))?.companyId,
    },
    trash: 'none',
    exports: 'none',
  }),
  slice({
    resource: priceAgreements,
    service: priceAgreementsService,
    // What is sold is the provider's, and so is its history.
    history: {
      companyOf: async ({ db, scope }, id) =>
        scope.reach === 'system' && (await findPriceAgreement(db, scope, id)) ? noCompany : undefined,
    },
    trash: 'none',
    exports: exportFields(
      'price-agreements',
      async ({ db, scope }, query) => streamPriceAgreements(db, scope, query),
      [
        ['name', 'text'],
        ['priceAgreementType', 'number'],
        ['price', 'cents'],
        ['isVariable', 'boolean'],
        ['invoiceType', 'number'],
        ['cycleInMonths', 'number'],
      ],
    ),
  }),
  slice({
    resource: customerSettings,
    service: customerSettingsService,
    routes: customerSettingsRoutes,
    history: { companyOf: async ({ db, scope }, id) => (await findSettings(db, scope, id))?.companyId },
    trash: 'none',
    exports: 'none',
  }),
  slice({
    resource: billingRuns,
    service: runsService,
    routes: runRoutes,
    history: {
      companyOf: async ({ db, scope }, id) =>
        scope.reach === 'system' && (await findRun(db, id)) ? noCompany : undefined,
    },
    trash: 'none',
    exports: 'none',
    blocks: [{ target: companies, findUse: findFinalInvoices }],
  }),
];
