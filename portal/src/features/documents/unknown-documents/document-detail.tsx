import { useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useLock } from '../locks/use-lock.ts';
import { documentUrl, useDocument, type DocumentRecord } from './document.ts';
import { DocumentDesk } from './document-desk.tsx';
import { DocumentDialog, type DocumentDialogKind } from './document-dialog.tsx';
import styles from './unknown-documents.module.css';

/** One document: correct its values, make it unprocessable, or write a trigger for it (product 2.2). */
export function DocumentDetail() {
  const id = useParam('documentId');
  const mayUpdate = usePermission()('fmmanagement.documents.update');
  const query = useDocument(id);
  const lock = useLock(mayUpdate && query.data ? documentUrl(id) : undefined);
  // Unsaved changes belong to this version. A newer one shows as a conflict when they are saved.
  const [edited, setEdited] = useState<DocumentRecord>();
  const [dialog, setDialog] = useState<{ readonly id: string; readonly kind: DocumentDialogKind }>();
  const shown = edited?.id === id ? edited : query.data;
  if (shown === undefined) {
    if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <div className={styles.viewer} aria-busy />;
  }
  return (
    <>
      {/* A newer version is a new form: what the server wrote since must not be overwritten. */}
      <DocumentDesk
        key={`${shown.id} ${shown.rowVersion}`}
        document={shown}
        lock={lock}
        stored={query.data ?? shown}
        onDirty={(isDirty) => setEdited(isDirty ? shown : undefined)}
        onDialog={(kind) => setDialog({ id: shown.id, kind })}
      />
      {dialog?.id === shown.id && (
        <DocumentDialog kind={dialog.kind} document={shown} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
