import {
  IconCircleCheck,
  IconCircleDashed,
  IconFileOff,
  IconFileUnknown,
  IconHourglassHigh,
  IconScanEye,
} from '@tabler/icons-react';
import type { DocumentState } from '#contract/documents/documents.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';

const looks: Readonly<Record<DocumentState, StatusLook>> = {
  Nieuw: { meaning: 'neutral', icon: IconCircleDashed },
  Bezig: { meaning: 'info', icon: IconHourglassHigh },
  Herkend: { meaning: 'ok', icon: IconScanEye },
  Onbekend: { meaning: 'warn', icon: IconFileUnknown },
  Onverwerkbaar: { meaning: 'neutral', icon: IconFileOff },
  Verwerkt: { meaning: 'ok', icon: IconCircleCheck },
};

/** How a state of a document looks. */
export const stateLook = (state: DocumentState): StatusLook => looks[state];
