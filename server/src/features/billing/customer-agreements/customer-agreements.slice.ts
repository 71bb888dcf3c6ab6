import { allCustomerAgreements, customerAgreements } from '#contract/billing/customer-agreements.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { allCustomerAgreementsService, customerAgreementsService } from './customer-agreements.service.ts';

/** Their history stands under the permission of price agreements, so each of the two slices looks for its own records. */
export const customerAgreementSlice = slice({
  resource: customerAgreements,
  service: customerAgreementsService,
  routes: (app, services) =>
    mountResource(app, services, allCustomerAgreements, allCustomerAgreementsService),
  history: historyInTable('customer_agreements'),
  trash: 'none',
  exports: 'none',
});
