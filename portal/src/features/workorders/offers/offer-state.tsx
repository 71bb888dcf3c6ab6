import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCopy,
  IconFilePencil,
  IconSend,
} from '@tabler/icons-react';
import type { OfferState } from '#contract/workorders/offers.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

const looks: Readonly<Record<OfferState, StatusLook>> = {
  concept: { meaning: 'neutral', icon: IconFilePencil },
  sent: { meaning: 'hold', icon: IconSend },
  accepted: { meaning: 'ok', icon: IconCircleCheck },
  declined: { meaning: 'bad', icon: IconCircleX },
  withdrawn: { meaning: 'neutral', icon: IconArrowBackUp },
  replaced: { meaning: 'neutral', icon: IconCopy },
  expired: { meaning: 'warn', icon: IconClock },
};

/** What became of a version, in a word. */
export function OfferStateChip({ state }: { readonly state: OfferState }) {
  const text = useText();
  return <StatusChip {...looks[state]} word={text(`workorders.offers.state.${state}`)} />;
}
