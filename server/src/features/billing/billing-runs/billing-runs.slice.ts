import { billingRuns } from '#contract/billing/billing-runs.ts';
import { companies } from '#contract/core/companies.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { findById } from './billing-runs.repository.ts';
import { runRoutes } from './billing-runs.routes.ts';
import { runsService } from './billing-runs.service.ts';
import { findFinalInvoices } from './final-invoices.repository.ts';

export const billingRunSlice = slice({
  resource: billingRuns,
  service: runsService,
  routes: runRoutes,
  history: {
    companyOf: async ({ db, scope }, id) =>
      scope.reach === 'system' && (await findById(db, id)) ? noCompany : undefined,
  },
  trash: 'none',
  exports: 'none',
  blocks: [{ target: companies, findUse: findFinalInvoices }],
});
