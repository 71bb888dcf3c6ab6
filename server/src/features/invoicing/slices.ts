import type { Slice } from '#server/platform/resource/slice.ts';
import { absenceSlice } from './absences/absences.slice.ts';
import { chartSlice } from './charts/charts.slice.ts';
import { deliverySettingsSlice, deliverySlice } from './deliveries/deliveries.slice.ts';
import { flowSlice } from './flows/flows.slice.ts';
import { accountSlice } from './creditors/accounts.slice.ts';
import { creditorSlice } from './creditors/creditors.slice.ts';
import { touchlessRuleSlice } from './touchless/touchless.slice.ts';
import { paymentSettingsSlice, paymentSlice } from './payments/payments.slice.ts';
import { invoiceSlice } from './invoices/invoices.slice.ts';

/** The resources of the area. */
export const invoicingSlices: readonly Slice[] = [
  invoiceSlice,
  flowSlice,
  absenceSlice,
  chartSlice,
  deliverySlice,
  deliverySettingsSlice,
  paymentSlice,
  paymentSettingsSlice,
  creditorSlice,
  accountSlice,
  touchlessRuleSlice,
];
