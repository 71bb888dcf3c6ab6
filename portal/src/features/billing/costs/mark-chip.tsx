import { IconCopy, IconFileOff, IconFlask } from '@tabler/icons-react';
import type { UsageMark } from '#contract/billing/codes.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

const looks = {
  duplicate: { meaning: 'warn', icon: IconCopy },
  unprocessable: { meaning: 'neutral', icon: IconFileOff },
  trial: { meaning: 'neutral', icon: IconFlask },
} as const satisfies Record<Exclude<UsageMark, ''>, StatusLook>;

/** Why a use costs nothing; plain words where it counts. */
export function MarkChip({ mark }: { readonly mark: UsageMark }) {
  const text = useText();
  if (mark === '') return text('billing.mark.counts');
  return <StatusChip {...looks[mark]} word={text(`billing.mark.${mark}`)} />;
}
