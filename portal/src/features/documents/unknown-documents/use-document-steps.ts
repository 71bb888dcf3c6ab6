import { nextAnswer } from '#contract/documents/unknown-documents.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useGo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { allDocuments, documentUrl, type DocumentRecord } from './document.ts';
import { useSetAside } from './use-set-aside.ts';

/** The actions on a document, each with the screen it leads to. */
export function useDocumentSteps({ id, documentId }: DocumentRecord) {
  const text = useText();
  const go = useGo();
  const onError = useNotifyFailure();
  const [{ search = '' }] = useUrlState();
  const query = search === '' ? '' : `?${new URLSearchParams({ query: search })}`;
  const findNext = useVerb({
    call: (_reason: 'next' | 'aside') => ({ method: 'GET', url: `${documentUrl(id)}/next${query}` }),
    result: nextAnswer.shape.result,
    onError,
  });
  const setAside = useSetAside();
  const restore = useVerb({
    call: () => ({ url: `${documentUrl(id)}/herstel`, body: {} }),
    invalidates: [allDocuments],
    onSuccess: () => void notify({ meaning: 'ok', title: text('documentsWork.unknown.restored', { n: 1 }) }),
    onError,
  });
  const remove = useVerb({
    call: () => ({ method: 'DELETE', url: documentUrl(id) }),
    invalidates: [allDocuments],
    onSuccess: () => go('documents:index'),
    onError,
  });

  function leave(found: { readonly id: string } | null) {
    if (found !== null) return go('documents:detail', { documentId: found.id }, { replace: true });
    notify({ meaning: 'ok', title: text('documentsWork.document.done') });
    go('documents:index');
  }
  // By promise: the screen may be mounted again with a newer version meanwhile. The verbs show their failures.
  const next = () => void findNext.mutateAsync('next').then(leave, () => undefined);

  async function leaveAside() {
    // Asked before it leaves the list, since it has no next one afterwards.
    const found = await findNext.mutateAsync('aside');
    await setAside.mutateAsync([id]);
    leave(found);
  }
  const isSettingAside = setAside.isPending || restore.isPending;
  return {
    busy: isSettingAside ? 'aside' : findNext.isPending ? findNext.variables : undefined,
    /** Opens the next one of the filtered list; after the last one the list (§D11). */
    next,
    setAside: () => void leaveAside().catch(() => undefined),
    restore: () => restore.mutate(),
    saved({ state, documentId: document }: DocumentRecord) {
      const isRecognised = state === 'Herkend' || state === 'Verwerkt';
      const key = isRecognised ? 'documentsWork.document.recognised' : 'documentsWork.document.saved';
      notify({ meaning: 'ok', title: text(key, { document }) });
      if (isRecognised) next();
    },
    async remove() {
      const isSure = await confirm({
        title: text('kit.remove.title', { thing: text('documentsWork.document.thing') }),
        body: `${text('kit.remove.body', { name: documentId })} ${text('kit.remove.trash')}`,
        verb: text('kit.remove.verb'),
        isDanger: true,
      });
      if (isSure) remove.mutate();
    },
  };
}
