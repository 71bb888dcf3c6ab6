import type { Slice } from '#server/platform/resource/slice.ts';
import { billingRunSlice } from './billing-runs/billing-runs.slice.ts';
import { creditSlice } from './credits/credits.slice.ts';
import { customerAgreementSlice } from './customer-agreements/customer-agreements.slice.ts';
import { customerSettingsSlice } from './customer-settings/customer-settings.slice.ts';
import { customerSlice } from './customers/customers.slice.ts';
import { oneOffLineSlice } from './one-off-lines/one-off-lines.slice.ts';
import { priceAgreementSlice } from './price-agreements/price-agreements.slice.ts';

/** The resources of the area; those that refer to others come before them. */
export const billingSlices: readonly Slice[] = [
  customerSlice,
  customerAgreementSlice,
  oneOffLineSlice,
  priceAgreementSlice,
  customerSettingsSlice,
  creditSlice,
  billingRunSlice,
];
