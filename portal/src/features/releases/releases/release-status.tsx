import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import type { ReleaseRow } from './release.ts';

interface ReleaseStatusProps {
  readonly of: Pick<ReleaseRow, 'active' | 'switchedOffAt'>;
}

/** Active, inactive, or switched off by itself. */
export function ReleaseStatus({ of: { active, switchedOffAt } }: ReleaseStatusProps) {
  const text = useText();
  if (active)
    return <StatusChip meaning="ok" icon={IconCircleCheck} word={text('releases.releases.isActive')} />;
  if (switchedOffAt !== null)
    return (
      <StatusChip meaning="bad" icon={IconAlertTriangle} word={text('releases.releases.isSwitchedOff')} />
    );
  return <StatusChip meaning="neutral" icon={IconCircleMinus} word={text('releases.releases.isInactive')} />;
}
