import { useState } from 'react';
import { savedViews } from '#contract/core/saved-views.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { ViewsMenu, type SavedView } from '#portal/kit/list/views-menu.tsx';
import { useUrlState, type ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { changesTo, isChangedFrom, stateOf } from './view-state.ts';

const SaveViewForm = lazyPart(async () => (await import('./save-view-form.tsx')).SaveViewForm);
const { useList, useRemove, useUpdate } = resourceHooks(savedViews);

interface SavedViewsProps {
  /** Whose views: `companies:index`. */
  readonly screen: ScreenName;
  /** What the list is called without a view, translated: 'Alle bedrijven'. */
  readonly everything: string;
}

/** The views of a list, one's own and the company's; which one is in view stands in the address. */
export function SavedViews({ screen, everything }: SavedViewsProps) {
  const text = useText();
  const [url, change] = useUrlState();
  const onError = useFailureDialog();
  const [isSaving, setSaving] = useState(false);
  const found = useList({ filter: `screen eq '${screen}'`, orderBy: 'name asc', count: false }, {});
  const update = useUpdate({});
  const remove = useRemove({});
  const views = found.data?.result ?? [];
  const current = views.find(({ id }) => id === url['view']);
  const isChanged = current !== undefined && isChangedFrom(current.state, url);

  function pick(view: SavedView | undefined) {
    const { state = {} } = views.find(({ id }) => id === view?.id) ?? {};
    change({ ...changesTo(state, url), view: view?.id }, { push: true });
  }

  function saveCurrent() {
    if (current === undefined) return;
    const { id, name, isShared, rowVersion } = current;
    update.mutate(
      { id, body: { name, isShared, rowVersion, state: stateOf(url) } },
      { onSuccess: () => void notify({ title: text('core.views.kept', { name }) }), onError },
    );
  }

  async function ask({ id, name }: SavedView) {
    const question = {
      title: text('core.views.removeTitle'),
      body: text('core.views.removeBody', { name }),
      verb: text('kit.remove.verb'),
      isDanger: true,
    };
    if (!(await confirm(question))) return;
    remove.mutate(id, { onSuccess: () => change({ view: undefined }), onError });
  }

  return (
    <>
      <ViewsMenu
        everything={everything}
        views={views}
        current={current}
        isChanged={isChanged}
        onPick={pick}
        onSaveAs={() => setSaving(true)}
        onUpdate={saveCurrent}
        onRemove={(view) => void ask(view)}
      />
      {isSaving && (
        <SaveViewForm
          screen={screen}
          state={stateOf(url)}
          onSaved={(id) => change({ view: id })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
