import { useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useLock } from '../locks/use-lock.ts';
import { documentUrl, useDocument, type DocumentRecord } from './document.ts';
import { DocumentDesk } from './document-desk.tsx';
import { DocumentDialog, type DocumentDialogKind } from './document-dialog.tsx';
import styles from './unknown.module.css';

/** One document, to be read by hand, set aside or taught (product 2.2). */
export function DocumentDetail() {
  const id = useParam('documentId');
  const mayUpdate = usePermission()('fmmanagement.documents.update');
  const one = useDocument(id);
  const lock = useLock(mayUpdate && one.data ? documentUrl(id) : undefined);
  // What was filled in is filled in on this version. A newer one waits until it is saved, which meets it as a conflict.
  const [held, setHeld] = useState<DocumentRecord>();
  const [dialog, setDialog] = useState<{ readonly id: string; readonly kind: DocumentDialogKind }>();
  const shown = held?.id === id ? held : one.data;
  if (shown === undefined) {
    if (one.error) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
    return <div className={styles.viewer} aria-busy />;
  }
  return (
    <>
      {/* Another version is another form: what the server wrote since must not be saved back. */}
      <DocumentDesk
        key={`${shown.id} ${shown.rowVersion}`}
        document={shown}
        lock={lock}
        stored={one.data ?? shown}
        onTouched={(isTouched) => setHeld(isTouched ? shown : undefined)}
        onDialog={(kind) => setDialog({ id: shown.id, kind })}
      />
      {dialog?.id === shown.id && (
        <DocumentDialog kind={dialog.kind} document={shown} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
