import { Button } from '@mantine/core';
import {
  IconArrowsSplit,
  IconHistory,
  IconRotate,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentPage } from '../pages/document-viewer.tsx';
import { managementPages } from '../pages/pages-source.ts';
import { useThumbnail } from '../pages/use-pages.ts';
import { useDocumentVerbs, type DocumentRecord, type PageWork } from './document.ts';
import styles from './unknown.module.css';

interface PagesDialogProps {
  readonly document: DocumentRecord;
  readonly onClose: () => void;
}

/** All pages at once: choose some, then split before them, turn them or take them out. The source is kept. */
export function PagesDialog({ document, onClose }: PagesDialogProps) {
  const text = useText();
  const go = useGo();
  const verbs = useDocumentVerbs();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(document.splitBefore));
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  // Read anew meanwhile it may have fewer.
  const numbers = document.pages.map(({ number }) => number).filter((page) => chosen.has(page));
  const { rowVersion } = document;

  function toggle(page: number) {
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(page)) next.add(page);
      return next;
    });
  }

  async function run(name: string, work: PageWork) {
    setBusy(name);
    setError(undefined);
    try {
      const parts = await verbs.work(document.id, work);
      notify({
        meaning: 'ok',
        title: text(`documentsWork.pageWork.done.${work.verb}`, { count: parts.length }),
        body: parts.map(({ documentId, pageCount }) => `${documentId} (${pageCount})`).join(', '),
      });
      onClose();
      const [first] = parts;
      if (first && first.id !== document.id)
        go('documents:detail', { documentId: first.id }, { replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(undefined);
    }
  }

  const cuts = numbers.filter((page) => page > 1);
  const words = error === undefined ? undefined : errorWords(error, text);
  return (
    <Dialog
      title={text('documentsWork.pageWork.title', { document: document.documentId })}
      onClose={onClose}
      width={760}
    >
      <p>{text('documentsWork.pageWork.hint')}</p>
      {words && (
        <MessageBar meaning="bad" isAlert title={words.title}>
          {fieldSentences(error)[0] ?? words.hint}
        </MessageBar>
      )}
      <ul className={styles.sheet}>
        {document.pages.map((page) => (
          <li key={`${page.number} ${page.picture}`}>
            <SheetPage page={page} isChosen={chosen.has(page.number)} onToggle={() => toggle(page.number)} />
          </li>
        ))}
      </ul>
      <div className={styles.sheetBar} role="group" aria-label={text('documentsWork.pageWork.button')}>
        <Button
          disabled={cuts.length === 0}
          loading={busy === 'split'}
          leftSection={<IconArrowsSplit size={16} stroke={1.75} aria-hidden />}
          onClick={() => void run('split', { verb: 'split', body: { before: cuts, rowVersion } })}
        >
          {text('documentsWork.pageWork.split', { count: cuts.length + 1 })}
        </Button>
        <Button
          disabled={numbers.length === 0}
          loading={busy === 'left'}
          leftSection={<IconRotate size={16} stroke={1.75} aria-hidden />}
          onClick={() =>
            void run('left', { verb: 'rotate', body: { pages: numbers, degrees: 270, rowVersion } })
          }
        >
          {text('documentsWork.pageWork.left')}
        </Button>
        <Button
          disabled={numbers.length === 0}
          loading={busy === 'right'}
          leftSection={<IconRotateClockwise size={16} stroke={1.75} aria-hidden />}
          onClick={() =>
            void run('right', { verb: 'rotate', body: { pages: numbers, degrees: 90, rowVersion } })
          }
        >
          {text('documentsWork.pageWork.right')}
        </Button>
        <Button
          data-danger
          disabled={numbers.length === 0 || numbers.length >= document.pages.length}
          loading={busy === 'remove'}
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={() => void run('remove', { verb: 'remove-pages', body: { pages: numbers, rowVersion } })}
        >
          {text('documentsWork.pageWork.remove', { count: numbers.length })}
        </Button>
      </div>
      <DialogButtons>
        {document.hasSource && (
          <Button
            variant="subtle"
            loading={busy === 'restore'}
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
            onClick={() => void run('restore', { verb: 'restore-source', body: { rowVersion } })}
          >
            {text('documentsWork.pageWork.restore')}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface SheetPageProps {
  readonly page: DocumentPage;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function SheetPage({ page, isChosen, onToggle }: SheetPageProps) {
  const text = useText();
  const url = useThumbnail(managementPages, page.picture);
  const name = text('kit.viewer.goTo', { page: page.number });
  return (
    <>
      <button
        type="button"
        className={styles.sheetPage}
        aria-pressed={isChosen}
        aria-label={name}
        onClick={onToggle}
      >
        {url && <img src={url} alt="" />}
      </button>
      <span className={styles.cut}>{page.number}</span>
    </>
  );
}
