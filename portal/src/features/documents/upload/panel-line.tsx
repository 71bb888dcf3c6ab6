import { Button } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudUpload,
  IconCopy,
  IconFileUnknown,
  IconFileX,
  IconScan,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import { foundParts, type ItemState, type PanelItem } from './panel-items.ts';
import { retryUpload } from './upload-store.ts';
import { useUploadSession } from './use-upload-session.ts';
import styles from './upload.module.css';

const looks: Readonly<Record<ItemState, StatusLook>> = {
  waiting: { meaning: 'neutral', icon: IconCircleDashed },
  sending: { meaning: 'info', icon: IconCloudUpload },
  queued: { meaning: 'neutral', icon: IconCircleDashed },
  reading: { meaning: 'info', icon: IconScan },
  invoice: { meaning: 'ok', icon: IconCircleCheck },
  duplicate: { meaning: 'warn', icon: IconCopy },
  unknown: { meaning: 'warn', icon: IconFileUnknown },
  refused: { meaning: 'bad', icon: IconFileX },
  failed: { meaning: 'bad', icon: IconAlertCircle },
};

interface PanelLineProps {
  readonly item: PanelItem;
  readonly onOpenInvoice: (invoiceId: string) => void;
}

/** One file: its name, its progress, and why it failed. */
export function PanelLine({ item, onOpenInvoice }: PanelLineProps) {
  const text = useText();
  const session = useUploadSession();
  const pathTo = usePathTo();
  const may = usePermission();
  const { name, state, part, id, invoiceId, retryKey } = item;
  const percent = Math.round((part ?? 0) * 100);
  return (
    <li className={styles.line}>
      <div className={styles.lineMain}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {sentencesOf(item, text).map((sentence) => (
          <span key={sentence} className={styles.reason}>
            {sentence}
          </span>
        ))}
      </div>
      <div className={styles.lineEnd}>
        {state === 'sending' && (
          <progress className={styles.progress} value={percent} max={100} aria-label={name} />
        )}
        <StatusChip
          {...looks[state]}
          word={state === 'sending' ? `${percent}%` : text(`documents.state.${state}`)}
        />
        {invoiceId !== undefined && (
          <Button size="xs" onClick={() => onOpenInvoice(invoiceId)}>
            {text('documents.panel.open')}
          </Button>
        )}
        {state === 'unknown' && id !== undefined && may('fmmanagement.documents.update') && (
          <Button size="xs" component={Link} to={pathTo('documents:detail', { documentId: id })}>
            {text('documents.panel.complete')}
          </Button>
        )}
        {retryKey !== undefined && (
          <Button size="xs" onClick={() => retryUpload(retryKey, session)}>
            {text('kit.error.retry')}
          </Button>
        )}
      </div>
    </li>
  );
}

function sentencesOf({ state, reason, reasonCodes = [], error }: PanelItem, text: Text): readonly string[] {
  if (error !== undefined) return errorSentences(error, text);
  if (state === 'duplicate') return [text('documents.panel.wasThere')];
  if (state !== 'unknown' && state !== 'refused') return [];
  const why = reason || reasonCodes.map((code) => text(`contract.sentence.document-${code}`)).join(' ');
  const found = state === 'unknown' ? foundParts(reasonCodes) : [];
  const parts = found.map((part) => text(`documents.part.${part}`)).join(', ');
  return [why, ...(parts === '' ? [] : [text('documents.found', { parts })])].filter(Boolean);
}

function errorSentences(error: unknown, text: Text): readonly string[] {
  const { title, hint } = errorWords(error, text);
  const fields = fieldSentences(error);
  return [title, ...(fields.length > 0 ? fields : [hint ?? ''])].filter(Boolean);
}
