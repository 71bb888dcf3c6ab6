import { useMutation } from '@tanstack/react-query';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { useDocumentVerbs } from './document.ts';

interface Batch {
  readonly nrOfDocuments: number;
  readonly batchId: string | null;
}

/** Commands on many documents at once, with the texts of product 2.8, and a way back. */
export function useBulk(): {
  readonly run: (command: () => Promise<Batch>, onDone?: () => void) => void;
  readonly isBusy: boolean;
} {
  const text = useText();
  const { undoBatch } = useDocumentVerbs();
  const failed = () => notify({ meaning: 'bad', title: text('documentsWork.unknown.failed') });
  const { mutate, isPending } = useMutation({ mutationFn: (command: () => Promise<Batch>) => command() });
  return {
    isBusy: isPending,
    run: (command, onDone) =>
      mutate(command, {
        onSuccess({ nrOfDocuments, batchId }) {
          onDone?.();
          notify({
            meaning: 'ok',
            title: text('documentsWork.unknown.processed', { n: nrOfDocuments }),
            ...(batchId === null || nrOfDocuments === 0
              ? {}
              : { action: { label: text('kit.undo'), run: () => void undoBatch(batchId).catch(failed) } }),
          });
        },
        onError: failed,
      }),
  };
}
