import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useDocument } from './document.ts';
import { DocumentDesk } from './document-desk.tsx';
import styles from './unknown.module.css';

/** One document, to be read by hand, set aside or taught (document 2, document detail). */
export function DocumentDetail() {
  const id = useParam('documentId');
  const one = useDocument(id);
  if (one.data === undefined) {
    if (one.error) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
    return <div className={styles.viewer} aria-busy />;
  }
  // Another version is another form: what the server wrote since must not be saved back.
  return <DocumentDesk key={`${one.data.id} ${one.data.rowVersion}`} document={one.data} />;
}
