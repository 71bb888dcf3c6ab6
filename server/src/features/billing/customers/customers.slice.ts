import { customers } from '#contract/billing/customers.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { stream } from './customers.repository.ts';
import { customerAdministrationRoutes } from './customers.routes.ts';
import { customersService } from './customers.service.ts';

export const customerSlice = slice({
  resource: customers,
  service: customersService,
  routes: customerAdministrationRoutes,
  // That of the company it is.
  history: 'none',
  trash: 'none',
  exports: {
    list: 'customers',
    rows: async ({ db, scope }, query) => stream(db, scope, query),
    columns: [
      ['fmCustomerId', 'number', ({ fmCustomerId }) => fmCustomerId],
      ['name', 'text', ({ name }) => name],
      ['active', 'boolean', ({ active }) => active],
      ['subscriptionType', 'number', ({ subscriptionType }) => subscriptionType],
      ['startDate', 'day', ({ startOn }) => startOn],
    ],
  },
});
