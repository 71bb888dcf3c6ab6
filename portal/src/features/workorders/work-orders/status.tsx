import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeCheck,
  IconFileInvoice,
  IconLock,
  IconPrinter,
  IconVectorBezier2,
} from '@tabler/icons-react';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

/** All statuses, in the order in which work goes through them. */
export const statuses: readonly WorkOrderStatus[] = Object.values(WorkOrderStatus);

const looks: Readonly<Record<WorkOrderStatus, StatusLook & { readonly key: string }>> = {
  0: { key: 'new', meaning: 'neutral', icon: IconCircleDashed },
  1: { key: 'offer', meaning: 'hold', icon: IconFileInvoice },
  2: { key: 'design', meaning: 'info', icon: IconVectorBezier2 },
  3: { key: 'concept', meaning: 'hold', icon: IconEyeCheck },
  4: { key: 'production', meaning: 'info', icon: IconPrinter },
  5: { key: 'done', meaning: 'ok', icon: IconCircleCheck },
  6: { key: 'invoiced', meaning: 'neutral', icon: IconLock },
};

/** The names of the statuses in the language of the person. */
export function useStatusName(): (status: WorkOrderStatus) => string {
  const text = useText();
  return (status) => text(`workorders.status.${looks[status].key}`);
}

/** The statuses to choose from, by their number as text. */
export function useStatusOptions(): readonly { readonly value: string; readonly label: string }[] {
  const name = useStatusName();
  return statuses.map((status) => ({ value: String(status), label: name(status) }));
}

export function OrderStatus({ status }: { readonly status: WorkOrderStatus }) {
  const name = useStatusName();
  const { meaning, icon } = looks[status];
  return <StatusChip meaning={meaning} icon={icon} word={name(status)} />;
}
