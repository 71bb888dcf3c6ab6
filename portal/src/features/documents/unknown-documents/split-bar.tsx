import { Button } from '@mantine/core';
import { IconArrowsSplit, IconUserQuestion } from '@tabler/icons-react';
import { pageWorkResult } from '#contract/documents/unknown-documents.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { allDocuments, documentUrl, type DocumentRecord } from './document.ts';

interface SplitBarProps {
  readonly document: Pick<DocumentRecord, 'id' | 'rowVersion' | 'splitBefore'>;
  /** Shows the pages first; absent for who may not split. */
  readonly onLook: (() => void) | undefined;
}

/** Says that a file seems to hold several invoices, and proposes to split it there. */
export function SplitBar({ document: { id, rowVersion, splitBefore }, onLook }: SplitBarProps) {
  const text = useText();
  const split = useVerb({
    call: () => ({ url: `${documentUrl(id)}/split`, body: { before: splitBefore, rowVersion } }),
    result: pageWorkResult,
    invalidates: [allDocuments],
    onSuccess: (documents) =>
      notify({
        meaning: 'ok',
        title: text('documentsWork.pageWork.done.split', { count: documents.length }),
        body: documents.map(({ documentId, pageCount }) => `${documentId} (${pageCount})`).join(', '),
      }),
  });
  if (splitBefore.length === 0) return null;
  return (
    <>
      {split.error && <FailureBar error={split.error} />}
      <MessageBar
        meaning="warn"
        icon={IconArrowsSplit}
        actions={
          onLook && (
            <>
              <Button size="xs" loading={split.isPending} onClick={() => split.mutate()}>
                {text('documentsWork.pageWork.splitNow', { count: splitBefore.length + 1 })}
              </Button>
              <Button size="xs" variant="default" disabled={split.isPending} onClick={onLook}>
                {text('documentsWork.pageWork.lookAtSplit')}
              </Button>
            </>
          )
        }
      >
        {text(onLook ? 'documentsWork.pageWork.twoInvoices' : 'documentsWork.recognition.twoInvoices', {
          pages: splitBefore.join(', '),
          count: splitBefore.length,
        })}
      </MessageBar>
    </>
  );
}

/** Says that an invoice is addressed to somebody else. */
export function AddresseeBar({ name }: { readonly name: string | null }) {
  const text = useText();
  if (name === null) return null;
  return (
    <MessageBar meaning="warn" icon={IconUserQuestion}>
      {text('documentsWork.document.addressedTo', { name })}
    </MessageBar>
  );
}
