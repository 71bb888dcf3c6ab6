import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconPlayerPause } from '@tabler/icons-react';
import type { WebhookState } from '#contract/core/webhooks.ts';
import { type StatusLook, StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

const looks: Readonly<Record<WebhookState, StatusLook>> = {
  on: { meaning: 'ok', icon: IconCircleCheck },
  off: { meaning: 'neutral', icon: IconCircleMinus },
  paused: { meaning: 'warn', icon: IconPlayerPause },
  gone: { meaning: 'bad', icon: IconCircleMinus },
};

interface StateProps {
  readonly state: WebhookState;
  /** An event could not be delivered, and is tried again. */
  readonly isFailing: boolean;
}

/** How a target stands. */
export function WebhookStateChip({ state, isFailing }: StateProps) {
  const text = useText();
  if (state === 'on' && isFailing)
    return <StatusChip meaning="warn" icon={IconAlertTriangle} word={text('core.webhooks.state.failing')} />;
  return <StatusChip {...looks[state]} word={text(`core.webhooks.state.${state}`)} />;
}
