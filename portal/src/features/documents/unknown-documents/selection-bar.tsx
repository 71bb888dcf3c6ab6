import { Button } from '@mantine/core';
import { IconFiles, IconRefresh, IconRestore, IconScan } from '@tabler/icons-react';
import { pageWorkResult } from '#contract/documents/unknown-documents.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useText } from '#portal/kit/text.ts';
import { allDocuments, documentsUrl, documentUrl, type UnknownDocumentRow } from './document.ts';
import type { Ticks } from './use-selection.ts';
import styles from './unknown-documents.module.css';

interface SelectionBarProps {
  readonly ticks: Ticks;
  readonly rows: readonly UnknownDocumentRow[];
  readonly isUnprocessable: boolean;
  readonly onRetry: ((force: boolean) => void) | undefined;
}

/** What can be done with the ticked documents, besides making them unprocessable. */
export function SelectionBar({ ticks, rows, isUnprocessable, onRetry }: SelectionBarProps) {
  const text = useText();
  const onError = useNotifyFailure();
  const chosen = rows.filter(({ id }) => ticks.has(id));
  const done = (title: string) => {
    notify({ meaning: 'ok', title });
    ticks.none();
  };
  const merge = useVerb({
    call: () => ({ url: `${documentsUrl}/merge`, body: { ids: ticks.ids } }),
    result: pageWorkResult,
    invalidates: [allDocuments],
    onSuccess: ([merged]) =>
      done(
        text('documentsWork.merge.done', {
          document: merged?.documentId ?? '',
          count: merged?.pageCount ?? 0,
        }),
      ),
    onError,
  });
  const restore = useVerb({
    call: (id: string) => ({ url: `${documentUrl(id)}/herstel`, body: {} }),
    invalidates: [allDocuments],
    onError,
  });

  async function askMerge() {
    const isSure = await confirm({
      title: text('documentsWork.merge.title', { count: chosen.length }),
      body: text('documentsWork.merge.body', {
        names: chosen.map(({ documentId }) => documentId).join(', '),
        first: chosen[0]?.documentId ?? '',
      }),
      verb: text('documentsWork.merge.verb'),
    });
    if (isSure) merge.mutate();
  }

  async function restoreAll() {
    for (const { id } of chosen) await restore.mutateAsync(id);
    done(text('documentsWork.unknown.restored', { n: chosen.length }));
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
      {!isUnprocessable && chosen.length > 1 && (
        <Button
          size="xs"
          disabled={isMixed}
          title={isMixed ? text('documentsWork.merge.mixed') : undefined}
          loading={merge.isPending}
          leftSection={<IconFiles size={14} stroke={1.75} aria-hidden />}
          onClick={() => void askMerge()}
        >
          {text('documentsWork.merge.button')}
        </Button>
      )}
      {isUnprocessable && (
        <Button
          size="xs"
          loading={restore.isPending}
          leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
          onClick={() => void restoreAll().catch(() => undefined)}
        >
          {text('documentsWork.unknown.restore')}
        </Button>
      )}
    </div>
  );
}
