import type { DeliveryState } from '#contract/invoicing/deliveries.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { deliveryLooks } from './delivery.ts';

/** How far a delivery got, as a chip. */
export function DeliveryStateChip({ state }: { readonly state: DeliveryState }) {
  const text = useText();
  return <StatusChip {...deliveryLooks[state]} word={text(`invoicing.deliveries.stateName.${state}`)} />;
}
