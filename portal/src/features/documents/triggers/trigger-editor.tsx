import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useDocument } from '../unknown-documents/document.ts';
import { triggerHooks } from './trigger.ts';
import { TriggerDesk } from './trigger-desk.tsx';
import styles from './triggers.module.css';

/** The id of a new trigger in the address. */
const newId = 'new';

/** A trigger beside the document that it must read (product 2.2). */
export function TriggerEditor() {
  const documentId = useParam('documentId');
  const document = useDocument(documentId);
  return <Opened triggerId={useParam('triggerId')} documentId={documentId} document={document} />;
}

/** A trigger without a document; its trial shows some. */
export function TriggerAlone() {
  return <Opened triggerId={useParam('triggerId')} documentId={undefined} document={undefined} />;
}

interface OpenedProps {
  readonly triggerId: string;
  readonly documentId: string | undefined;
  readonly document: ReturnType<typeof useDocument> | undefined;
}

function Opened({ triggerId, documentId, document }: OpenedProps) {
  const isNew = triggerId === newId;
  const record = triggerHooks.useOne(triggerId, {}, { enabled: !isNew });
  const failed = [document, isNew ? undefined : record].find(
    (query) => query?.error && query.data === undefined,
  );
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if ((documentId !== undefined && document?.data === undefined) || (!isNew && record.data === undefined))
    return <div className={styles.opening} aria-busy />;
  return (
    <TriggerDesk
      key={`${triggerId} ${documentId ?? ''} ${record.data?.rowVersion ?? 0}`}
      trigger={isNew ? undefined : record.data}
      document={document?.data}
    />
  );
}
