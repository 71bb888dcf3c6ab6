import { documents } from '#contract/documents/documents.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { openInTab } from '#portal/kit/data/open-in-tab.ts';
import { useFailureNotice } from '#portal/kit/feedback/use-failure.ts';
import { useText } from '#portal/kit/text.ts';
import styles from '../costs/billing.module.css';

interface OpenDocumentProps {
  readonly documentId: string;
  readonly number: string;
}

/** The number of a document; pressed it shows the file as it came in. */
export function OpenDocument({ documentId, number }: OpenDocumentProps) {
  const text = useText();
  const http = useHttp();
  const showFailure = useFailureNotice();
  async function open() {
    try {
      await openInTab(http, `${collectionUrl(documents, {})}/${encodeURIComponent(documentId)}/original`);
    } catch (error) {
      showFailure(error);
    }
  }
  return (
    <button type="button" className={`balie-value ${styles.open}`} onClick={() => void open()}>
      {number}
      <span className="balie-hidden"> {text('billing.usageDocuments.original')}</span>
    </button>
  );
}
