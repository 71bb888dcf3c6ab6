import { IconCircleCheck, IconClockPause, IconScissors } from '@tabler/icons-react';
import { CarpetOrderStatus } from '#contract/carpetline/orders.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

const looks: Readonly<Record<CarpetOrderStatus, StatusLook & { readonly key: string }>> = {
  0: { key: 'awaiting', meaning: 'hold', icon: IconClockPause },
  1: { key: 'inProgress', meaning: 'info', icon: IconScissors },
  2: { key: 'completed', meaning: 'ok', icon: IconCircleCheck },
};

/** The statuses to choose from, by their number as text. */
export function useStatusOptions(): readonly { readonly value: string; readonly label: string }[] {
  const text = useText();
  return Object.values(CarpetOrderStatus).map((status) => ({
    value: String(status),
    label: text(`carpetline.status.${looks[status].key}`),
  }));
}

export function OrderStatus({ status }: { readonly status: CarpetOrderStatus }) {
  const text = useText();
  const { key, meaning, icon } = looks[status];
  return <StatusChip meaning={meaning} icon={icon} word={text(`carpetline.status.${key}`)} />;
}
