import { IconAlertTriangle, IconHandStop, IconInfoCircle } from '@tabler/icons-react';
import type { WarningSeverity } from '#contract/invoicing/warnings.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';

/** A stop is red, a warning amber, a hint blue. */
export const warningLooks: Readonly<Record<WarningSeverity, StatusLook>> = {
  stop: { meaning: 'bad', icon: IconHandStop },
  warning: { meaning: 'warn', icon: IconAlertTriangle },
  info: { meaning: 'info', icon: IconInfoCircle },
};
