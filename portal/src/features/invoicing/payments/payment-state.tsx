import type { PaymentState } from '#contract/invoicing/payments.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { paymentLooks } from './payment.ts';

/** How far a payment got, as a chip. */
export function PaymentStateChip({ state }: { readonly state: PaymentState }) {
  const text = useText();
  return <StatusChip {...paymentLooks[state]} word={text(`invoicing.payments.stateName.${state}`)} />;
}
