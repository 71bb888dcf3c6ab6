import { batchResult, unprocessableCommand } from '#contract/documents/unknown-documents.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { allDocuments, documentsUrl } from './document.ts';

/** Makes documents unprocessable: these, or `short` for all with little text (§D4). With the texts of product 2.8 and an undo. */
export function useSetAside() {
  const text = useText();
  const onError = () => void notify({ meaning: 'bad', title: text('documentsWork.unknown.failed') });
  const undo = useVerb({
    call: (batchId: string) => ({
      url: `${documentsUrl}/batches/${encodeURIComponent(batchId)}/undo`,
      body: {},
    }),
    invalidates: [allDocuments],
    onError,
  });
  return useVerb({
    call: (ids: readonly string[] | 'short') =>
      ids === 'short'
        ? { url: `${documentsUrl}/${unprocessableCommand}`, body: {} }
        : { url: `${documentsUrl}/onverwerkbaar`, body: { ids } },
    result: batchResult,
    invalidates: [allDocuments],
    onSuccess: ({ nrOfDocuments, batchId }) =>
      void notify({
        meaning: 'ok',
        title: text('documentsWork.unknown.processed', { count: nrOfDocuments, n: nrOfDocuments }),
        ...(batchId !== null &&
          nrOfDocuments > 0 && { action: { label: text('kit.undo'), run: () => undo.mutate(batchId) } }),
      }),
    onError,
  });
}
