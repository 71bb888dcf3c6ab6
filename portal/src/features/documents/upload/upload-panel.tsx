import { Button, CloseButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useText, type Text } from '#portal/kit/text.ts';
import type { ItemState, PanelItem } from './panel-items.ts';
import { usePanelItems } from './use-panel-items.ts';
import styles from './upload.module.css';

const PanelLine = lazy(async () => ({ default: (await import('./panel-line.tsx')).PanelLine }));

export interface UploadPanelProps {
  /** Opens the invoice that a document became. */
  readonly onOpenInvoice: (invoiceId: string) => void;
}

/** Files being uploaded and read: their progress, and which were refused or not recognised, and why. */
export function UploadPanel({ onOpenInvoice }: UploadPanelProps) {
  const text = useText();
  const listId = useId();
  const { items, clear } = usePanelItems();
  const isOwn = items.some(({ key }) => key.startsWith('upload-'));
  const [isToggledOpen, setToggledOpen] = useState<boolean>();
  if (items.length === 0) return null;
  // Open for the person's own uploads; one line for what others uploaded.
  const isOpen = isToggledOpen ?? isOwn;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <section className={styles.panel} aria-label={text('documents.panel.title')}>
      <div className={styles.panelHead}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setToggledOpen(!isOpen)}
        >
          <Chevron size={16} stroke={1.75} aria-hidden />
          <strong>{text('documents.panel.title')}</strong>
        </button>
        <output className={styles.summary}>{summaryOf(items, text)}</output>
        {isOpen ? (
          <Button size="xs" variant="subtle" onClick={clear}>
            {text('documents.panel.clear')}
          </Button>
        ) : (
          <CloseButton size="sm" aria-label={text('documents.panel.clear')} onClick={clear} />
        )}
      </div>
      {isOpen && (
        // It scrolls, so it must be reached by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul id={listId} className={styles.lines} tabIndex={0} aria-label={text('documents.panel.title')}>
          <Suspense>
            {items.map((item) => (
              <PanelLine key={item.key} item={item} onOpenInvoice={onOpenInvoice} />
            ))}
          </Suspense>
        </ul>
      )}
    </section>
  );
}

const groups: readonly (readonly [key: string, states: readonly ItemState[]])[] = [
  ['going', ['waiting', 'sending', 'queued', 'reading']],
  ['made', ['invoice']],
  ['duplicate', ['duplicate']],
  ['unknown', ['unknown']],
  ['refused', ['refused', 'failed']],
];

function summaryOf(items: readonly PanelItem[], text: Text): string {
  return groups
    .map(([key, states]) => ({ key, count: items.filter(({ state }) => states.includes(state)).length }))
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => text(`documents.panel.${key}`, { count }))
    .join(' · ');
}
