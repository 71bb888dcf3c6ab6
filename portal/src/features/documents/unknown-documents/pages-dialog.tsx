import { Button } from '@mantine/core';
import {
  IconArrowsSplit,
  IconHistory,
  IconRotate,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { pageWorkResult } from '#contract/documents/unknown-documents.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentPage } from '../pages/document-viewer.tsx';
import { managementPages } from '../pages/pages-source.ts';
import { useThumbnail } from '../pages/use-pages.ts';
import { allDocuments, documentUrl, type DocumentRecord } from './document.ts';
import { toggled } from './use-selection.ts';
import styles from './unknown-documents.module.css';

interface PagesDialogProps {
  readonly document: DocumentRecord;
  readonly onClose: () => void;
}

interface PageAction {
  readonly name: 'split' | 'left' | 'right' | 'remove' | 'restore';
  readonly verb: 'split' | 'rotate' | 'remove-pages' | 'restore-source';
  readonly body: object;
}

/** All pages at once: choose some, then split before them, turn them or remove them. The source file is kept. */
export function PagesDialog({ document, onClose }: PagesDialogProps) {
  const text = useText();
  const go = useGo();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(document.splitBefore));
  // When the document is read again meanwhile it may have fewer.
  const pages = document.pages.map(({ number }) => number).filter((page) => chosen.has(page));
  const before = pages.filter((page) => page > 1);
  const { rowVersion } = document;
  const { mutate, error, isPending, variables } = useVerb({
    call: ({ verb, body }: PageAction) => ({
      url: `${documentUrl(document.id)}/${verb}`,
      body: { ...body, rowVersion },
    }),
    result: pageWorkResult,
    invalidates: [allDocuments],
    onSuccess(documents, { verb }) {
      notify({
        meaning: 'ok',
        title: text(`documentsWork.pageWork.done.${verb}`, { count: documents.length }),
        body: documents.map(({ documentId, pageCount }) => `${documentId} (${pageCount})`).join(', '),
      });
      onClose();
      const [first] = documents;
      if (first && first.id !== document.id)
        go('documents:detail', { documentId: first.id }, { replace: true });
    },
  });
  const running = isPending ? variables.name : undefined;

  const actions = [
    {
      name: 'split',
      verb: 'split',
      icon: IconArrowsSplit,
      body: { before },
      count: before.length + 1,
      isDisabled: before.length === 0,
    },
    { name: 'left', verb: 'rotate', icon: IconRotate, body: { pages, degrees: 270 } },
    { name: 'right', verb: 'rotate', icon: IconRotateClockwise, body: { pages, degrees: 90 } },
    {
      name: 'remove',
      verb: 'remove-pages',
      icon: IconTrash,
      body: { pages },
      count: pages.length,
      isDisabled: pages.length >= document.pages.length,
    },
  ] as const;

  return (
    <Dialog
      title={text('documentsWork.pageWork.title', { document: document.documentId })}
      onClose={onClose}
      width={760}
    >
      <p>{text('documentsWork.pageWork.hint')}</p>
      {error && <FailureBar error={error} />}
      <ul className={styles.sheet}>
        {document.pages.map((page) => (
          <li key={`${page.number} ${page.picture}`}>
            <PageThumbnail
              page={page}
              isChosen={chosen.has(page.number)}
              onToggle={() => setChosen(toggled(chosen, page.number))}
            />
          </li>
        ))}
      </ul>
      <div className={styles.sheetBar} role="group" aria-label={text('documentsWork.pageWork.button')}>
        {actions.map(({ icon: Icon, ...action }) => (
          <Button
            key={action.name}
            data-danger={action.name === 'remove' || undefined}
            disabled={pages.length === 0 || ('isDisabled' in action && action.isDisabled)}
            loading={running === action.name}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => mutate(action)}
          >
            {text(`documentsWork.pageWork.${action.name}`, 'count' in action ? { count: action.count } : {})}
          </Button>
        ))}
      </div>
      <DialogButtons>
        {document.hasSource && (
          <Button
            variant="subtle"
            loading={running === 'restore'}
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
            onClick={() => mutate({ name: 'restore', verb: 'restore-source', body: {} })}
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

interface PageThumbnailProps {
  readonly page: DocumentPage;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function PageThumbnail({ page, isChosen, onToggle }: PageThumbnailProps) {
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
