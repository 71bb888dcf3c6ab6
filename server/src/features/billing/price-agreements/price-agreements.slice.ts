import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { findById, stream } from './price-agreements.repository.ts';
import { priceAgreementsService } from './price-agreements.service.ts';

export const priceAgreementSlice = slice({
  resource: priceAgreements,
  service: priceAgreementsService,
  // What is sold is the provider's, and so is its history.
  history: {
    companyOf: async ({ db, scope }, id) =>
      scope.reach === 'system' && (await findById(db, scope, id)) ? noCompany : undefined,
  },
  trash: 'none',
  exports: exportFields('price-agreements', streamed(stream), [
    ['name', 'text'],
    ['priceAgreementType', 'number'],
    ['price', 'cents'],
    ['isVariable', 'boolean'],
    ['invoiceType', 'number'],
    ['cycleInMonths', 'number'],
  ]),
});
