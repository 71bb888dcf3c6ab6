import { Button } from '@mantine/core';
import { IconFiles, IconRefresh, IconRestore, IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useConfirm } from '#portal/kit/feedback/use-confirm.ts';
import { useText } from '#portal/kit/text.ts';
import { useDocumentVerbs, type UnknownRow } from './document.ts';
import type { Ticks } from './use-selection.ts';
import styles from './unknown.module.css';

interface SelectionBarProps {
  readonly ticks: Ticks;
  readonly rows: readonly UnknownRow[];
  readonly isAside: boolean;
  readonly onRetry: ((force: boolean) => void) | undefined;
}

/** What can be done with the ticked documents, besides setting them aside. */
export function SelectionBar({ ticks, rows, isAside, onRetry }: SelectionBarProps) {
  const text = useText();
  const ask = useConfirm();
  const verbs = useDocumentVerbs();
  const [isBusy, setBusy] = useState(false);
  const chosen = rows.filter(({ id }) => ticks.has(id));

  async function act(work: () => Promise<string>) {
    setBusy(true);
    try {
      notify({ meaning: 'ok', title: await work() });
      ticks.none();
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title, body: hint });
    } finally {
      setBusy(false);
    }
  }

  async function merge() {
    const names = chosen.map(({ documentId }) => documentId).join(', ');
    const yes = await ask({
      title: text('documentsWork.merge.title', { count: chosen.length }),
      body: text('documentsWork.merge.body', { names, first: chosen[0]?.documentId ?? '' }),
      verb: text('documentsWork.merge.verb'),
    });
    if (!yes) return;
    await act(async () => {
      const [whole] = await verbs.merge(chosen.map(({ id }) => id));
      return text('documentsWork.merge.done', {
        document: whole?.documentId ?? '',
        count: whole?.pageCount ?? 0,
      });
    });
  }

  async function restore() {
    await act(async () => {
      for (const { id } of chosen) await verbs.restore(id);
      return text('documentsWork.unknown.restored', { n: chosen.length });
    });
  }

  const isMixed = new Set(chosen.map(({ companyId }) => companyId)).size > 1;
  return (
    <div className={styles.selection} role="group" aria-label={text('documentsWork.selection.title')}>
      <strong aria-live="polite">{text('documentsWork.selection.count', { count: chosen.length })}</strong>
      {ticks.ids.length < rows.length && (
        <Button size="xs" variant="subtle" onClick={ticks.all}>
          {text('documentsWork.selection.all')}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={ticks.none}>
        {text('documentsWork.selection.none')}
      </Button>
      <span className={styles.grow} />
      {onRetry && (
        <>
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            onClick={() => onRetry(false)}
          >
            {text('documentsWork.selection.retry')}
          </Button>
          <Button
            size="xs"
            title={text('documentsWork.selection.forceHint')}
            leftSection={<IconScan size={14} stroke={1.75} aria-hidden />}
            onClick={() => onRetry(true)}
          >
            {text('documentsWork.selection.force')}
          </Button>
        </>
      )}
      {!isAside && chosen.length > 1 && (
        <Button
          size="xs"
          disabled={isMixed}
          title={isMixed ? text('documentsWork.merge.mixed') : undefined}
          loading={isBusy}
          leftSection={<IconFiles size={14} stroke={1.75} aria-hidden />}
          onClick={() => void merge()}
        >
          {text('documentsWork.merge.button')}
        </Button>
      )}
      {isAside && (
        <Button
          size="xs"
          loading={isBusy}
          leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
          onClick={() => void restore()}
        >
          {text('documentsWork.unknown.restore')}
        </Button>
      )}
    </div>
  );
}
