import { useState } from 'react';
import { listSearch } from '#portal/kit/data/list-query.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useConfirm } from '#portal/kit/feedback/use-confirm.ts';
import { useGo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useDocumentVerbs, type DocumentRecord } from './document.ts';
import { useBulk } from './use-bulk.ts';

/** Where one can go from a document. */
export interface DocumentSteps {
  /** The next one of the list as it was narrowed; after the last one back to the list (§D11). */
  readonly next: () => void;
  readonly setAside: () => void;
  readonly restore: () => void;
  readonly saved: (saved: DocumentRecord) => void;
  readonly remove: () => Promise<void>;
  readonly busy: 'next' | 'aside' | undefined;
}

export function useDocumentSteps({ id, documentId }: DocumentRecord): DocumentSteps {
  const text = useText();
  const go = useGo();
  const ask = useConfirm();
  const [url] = useUrlState();
  const verbs = useDocumentVerbs();
  const bulk = useBulk();
  const [busy, setBusy] = useState<DocumentSteps['busy']>();
  const query = listSearch({ query: url['search'], count: false }).replace(/\$count=false&?/, '');

  async function attempt(work: () => Promise<void>, as: DocumentSteps['busy']) {
    setBusy(as);
    try {
      await work();
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title, body: hint });
    } finally {
      setBusy(undefined);
    }
  }

  async function leave(found: { readonly id: string } | null) {
    if (found !== null) return go('documents:detail', { documentId: found.id }, { replace: true });
    notify({ meaning: 'ok', title: text('documentsWork.document.done') });
    go('documents:index');
  }

  return {
    busy: bulk.isBusy ? 'aside' : busy,
    next: () => void attempt(async () => leave(await verbs.next(id, query)), 'next'),
    setAside: () =>
      void attempt(async () => {
        // Asked before it leaves the list, since afterwards nothing comes after it.
        const found = await verbs.next(id, query);
        bulk.run(
          () => verbs.setAside([id]),
          () => void leave(found),
        );
      }, 'aside'),
    restore: () =>
      void attempt(async () => {
        await verbs.restore(id);
        notify({ meaning: 'ok', title: text('documentsWork.unknown.restored', { n: 1 }) });
      }, 'aside'),
    saved(record) {
      const isRecognised = record.state === 'Herkend' || record.state === 'Verwerkt';
      notify({
        meaning: 'ok',
        title: text(isRecognised ? 'documentsWork.document.recognised' : 'documentsWork.document.saved', {
          document: record.documentId,
        }),
      });
      if (isRecognised) void attempt(async () => leave(await verbs.next(id, query)), 'next');
    },
    async remove() {
      const yes = await ask({
        title: text('kit.remove.title', { thing: text('documentsWork.document.thing') }),
        body: `${text('kit.remove.body', { name: documentId })} ${text('kit.remove.trash')}`,
        verb: text('kit.remove.verb'),
        isDanger: true,
      });
      if (yes)
        await attempt(async () => {
          await verbs.remove(id);
          go('documents:index');
        }, undefined);
    },
  };
}
