import { lazy, Suspense } from 'react';
import { documents } from '#contract/documents/documents.ts';
import { documentRecord } from '#contract/documents/unknown-documents.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { allDocuments, documentUrl, type DocumentRecord } from './document.ts';

const HistoryDialog = lazy(async () => ({ default: await loadHistoryDialog() }));
const PagesDialog = lazy(async () => ({ default: (await import('./pages-dialog.tsx')).PagesDialog }));

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

/** The dialogs of a document. */
export type DocumentDialogKind = 'history' | 'pages' | 'question';

interface DocumentDialogProps {
  readonly kind: DocumentDialogKind;
  readonly document: DocumentRecord;
  readonly onClose: () => void;
}

/** A dialog of a document; it stays open when the document gets a newer version. */
export function DocumentDialog(props: DocumentDialogProps) {
  return (
    <Suspense>
      <OneDialog {...props} />
    </Suspense>
  );
}

function OneDialog({ kind, document, onClose }: DocumentDialogProps) {
  switch (kind) {
    case 'history':
      return (
        <HistoryDialog
          entity={documents.permission}
          id={document.id}
          labels="documentsWork.property"
          onClose={onClose}
        />
      );
    case 'pages':
      return <PagesDialog document={document} onClose={onClose} />;
    case 'question':
      return <QuestionDialog document={document} onClose={onClose} />;
  }
}

/** Asks the provider about a document that the customer cannot complete. */
function QuestionDialog({ document, onClose }: Omit<DocumentDialogProps, 'kind'>) {
  const text = useText();
  const ask = useVerb({
    call: (question: string) => ({ url: `${documentUrl(document.id)}/vraag`, body: { question } }),
    result: documentRecord,
    invalidates: [allDocuments],
    onSuccess: () =>
      void notify({ meaning: 'ok', title: text('documentsWork.question.sent'), body: document.documentId }),
  });
  return (
    <TextDialog
      title={text('documentsWork.question.title')}
      body={text('documentsWork.question.body')}
      label={text('documentsWork.question.label')}
      field="question"
      verb={text('documentsWork.question.verb')}
      maxLength={2000}
      onSave={async (question) => void (await ask.mutateAsync(question))}
      onClose={onClose}
    />
  );
}
