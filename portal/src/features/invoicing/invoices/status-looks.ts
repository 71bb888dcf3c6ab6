import {
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconFilePencil,
  IconHourglassHigh,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';
import type { InvoiceRow } from './invoice.ts';

/** The status on screen: status and approval in one word (§C1, §C3). */
export type StatusName = 'concept' | 'duplicate' | 'ready' | 'processed' | 'rejected' | 'onHold';

/** The one word for status and approval together. */
export function statusName({
  statusValue,
  approvalState,
}: Pick<InvoiceRow, 'statusValue' | 'approvalState'>): StatusName {
  switch (statusValue) {
    case 'Processed':
      return 'processed';
    case 'ReadyForProcessing':
      return 'ready';
    case 'Duplicate':
      return 'duplicate';
    case 'Concept':
      if (approvalState === 'rejected') return 'rejected';
      return approvalState === 'onHold' ? 'onHold' : 'concept';
  }
}

export const statusLooks: Readonly<Record<StatusName, StatusLook>> = {
  concept: { meaning: 'neutral', icon: IconFilePencil },
  duplicate: { meaning: 'warn', icon: IconCopy },
  ready: { meaning: 'info', icon: IconHourglassHigh },
  processed: { meaning: 'ok', icon: IconCircleCheck },
  rejected: { meaning: 'bad', icon: IconCircleX },
  onHold: { meaning: 'hold', icon: IconPlayerPause },
};
