import { lazy, Suspense } from 'react';
import { documents } from '#contract/documents/documents.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import type { DocumentRecord } from './document.ts';

const HistoryDialog = lazy(async () => ({ default: await loadHistoryDialog() }));
const PagesDialog = lazy(async () => ({ default: (await import('./pages-dialog.tsx')).PagesDialog }));

/** The dialogs of a document. */
export type DocumentDialogKind = 'history' | 'pages';

interface DocumentDialogProps {
  readonly kind: DocumentDialogKind;
  readonly document: DocumentRecord;
  readonly onClose: () => void;
}

/** A dialog of a document; it stays open when the document gets a newer version. */
export function DocumentDialog({ kind, document, onClose }: DocumentDialogProps) {
  return (
    <Suspense>
      {kind === 'history' ? (
        <HistoryDialog
          entity={documents.permission}
          id={document.id}
          labels="documentsWork.property"
          onClose={onClose}
        />
      ) : (
        <PagesDialog document={document} onClose={onClose} />
      )}
    </Suspense>
  );
}
