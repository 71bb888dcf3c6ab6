import {
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconArrowUpCircle,
  IconRipple,
  IconUserX,
} from '@tabler/icons-react';
import type { OfferReason } from '#contract/releases/release-offer.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

const looks: Readonly<Record<OfferReason, StatusLook>> = {
  'gets-it': { meaning: 'ok', icon: IconCircleCheck },
  'outside-wave': { meaning: 'hold', icon: IconRipple },
  'not-targeted': { meaning: 'neutral', icon: IconUserX },
  'has-it': { meaning: 'neutral', icon: IconCircleCheck },
  'gets-higher': { meaning: 'info', icon: IconArrowUpCircle },
  'not-yet': { meaning: 'hold', icon: IconClock },
  inactive: { meaning: 'neutral', icon: IconCircleMinus },
};

/** Why somebody gets a release, or does not. */
export function ReasonChip({ reason }: { readonly reason: OfferReason }) {
  const text = useText();
  return <StatusChip {...looks[reason]} word={text(`releases.audience.reasonOf.${reason}`)} />;
}
