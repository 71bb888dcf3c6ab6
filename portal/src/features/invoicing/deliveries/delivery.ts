import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconCircleCheck,
  IconHelpCircle,
  IconHourglass,
  IconLoader,
} from '@tabler/icons-react';
import { deliveries, type DeliveryState } from '#contract/invoicing/deliveries.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';

export const deliveryHooks = resourceHooks(deliveries);
export type Delivery = Rec<typeof deliveries>;

export const deliveryLooks: Readonly<Record<DeliveryState, StatusLook>> = {
  waiting: { meaning: 'neutral', icon: IconHourglass },
  running: { meaning: 'info', icon: IconLoader },
  delivered: { meaning: 'ok', icon: IconCircleCheck },
  perhaps: { meaning: 'warn', icon: IconHelpCircle },
  failed: { meaning: 'bad', icon: IconAlertTriangle },
  stopped: { meaning: 'bad', icon: IconAlertTriangle },
  replaced: { meaning: 'neutral', icon: IconArrowForwardUp },
};
