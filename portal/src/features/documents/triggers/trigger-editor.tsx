import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useDocument } from '../unknown/document.ts';
import { triggerHooks } from './trigger.ts';
import { TriggerDesk } from './trigger-desk.tsx';
import styles from './triggers.module.css';

/** The id in the address of a trigger that is not there yet. */
const newId = 'new';

/** A trigger beside the document that it must read (product 2.2). */
export function TriggerEditor() {
  const documentId = useParam('documentId');
  const document = useDocument(documentId);
  return <Opened triggerId={useParam('triggerId')} documentId={documentId} document={document} />;
}

/** A trigger by itself; its trial brings documents. */
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
  const one = triggerHooks.useOne(triggerId, {}, { enabled: !isNew });
  const failed = [document, isNew ? undefined : one].find(
    (query) => query?.error && query.data === undefined,
  );
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if ((documentId !== undefined && document?.data === undefined) || (!isNew && one.data === undefined))
    return <div className={styles.opening} aria-busy />;
  return (
    <TriggerDesk
      key={`${triggerId} ${documentId ?? ''} ${one.data?.rowVersion ?? 0}`}
      trigger={isNew ? undefined : one.data}
      document={document?.data}
    />
  );
}
