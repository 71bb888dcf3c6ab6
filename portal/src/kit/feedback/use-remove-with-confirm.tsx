import { useCallback } from 'react';
import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import { ProblemError } from '../data/http.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import { indexOf, useGo, type ScreenName, type ScreenParams } from '../screens.tsx';
import { useText, type Text } from '../text.ts';
import { confirm, refuse, showMessage } from './dialog-store.ts';
import { errorWords } from './error-text.ts';

/** What is to be deleted, in words. */
export interface Removal {
  readonly id: string;
  /** Its own name: 'Veenstra Logistiek B.V.'. */
  readonly name: string;
  /** What it is, with its article: 'de administratie'. */
  readonly thing: string;
  /** What else goes with it, instead of 'U kunt dit 30 dagen terugdraaien'. */
  readonly consequence?: string;
}

interface RemoveOptions {
  /** Where to go afterwards; `false` stays, for rows of a tab. The resource's index when absent. */
  readonly goTo?: { readonly screen: ScreenName; readonly params?: ScreenParams } | false;
}

/**
 * Deletes after asking, shows the outcome ('succesvol', 'mislukt', or why it was refused and by what uses it), and
 * goes to the index of the resource (product 1.2 and 1.8).
 *
 * @example
 * const remove = useRemoveWithConfirm(companies, {});
 * <Button onClick={() => void remove({ id, name, thing: text('core.companies.thing') })}>…
 */
export function useRemoveWithConfirm<const R extends ResourceDefinition>(
  resource: R,
  parents: Parents<R>,
  { goTo }: RemoveOptions = {},
): (removal: Removal) => Promise<boolean> {
  // oxlint-disable-next-line react/hooks -- a screen is about one resource for as long as it lives
  const { mutateAsync } = resourceHooks(resource).useRemove(parents);
  const text = useText();
  const go = useGo();

  return useCallback(
    async (removal) => {
      if (!(await confirm(questionOf(removal, text)))) return false;
      try {
        await mutateAsync(removal.id);
      } catch (error) {
        await showFailure(error, removal, text);
        return false;
      }
      if (goTo !== false) go(goTo?.screen ?? indexOf(resource), goTo?.params);
      void showMessage({
        meaning: 'ok',
        title: text('kit.remove.done'),
        body: text('kit.remove.doneBody', { thing: removal.thing }),
      });
      return true;
    },
    [mutateAsync, text, go, goTo, resource],
  );
}

function questionOf({ name, thing, consequence }: Removal, text: Text) {
  // The name is firmer than the rest, wherever a language puts it.
  const [before = '', after = ''] = text('kit.remove.body', { name: '\n' }).split('\n');
  return {
    title: text('kit.remove.title', { thing: withoutArticle(thing) }),
    body: (
      <>
        {before}
        <strong>{name}</strong>
        {after} {consequence ?? text('kit.remove.trash')}
      </>
    ),
    verb: text('kit.remove.verb'),
    isDanger: true,
  };
}

/** 'de administratie' → 'Administratie', for the head of the question. */
function withoutArticle(thing: string): string {
  const bare = thing.replace(/^(de|het|the) /, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

async function showFailure(error: unknown, { thing }: Removal, text: Text): Promise<void> {
  if (error instanceof ProblemError && error.kind === 'in-use') {
    const { count, first } = error.body.usedBy ?? { count: 0, first: [] };
    const title = text('kit.refused.title', { thing: withoutArticle(thing) });
    return refuse({
      title,
      count,
      first,
      ...(error.body.detail === undefined ? {} : { body: error.body.detail }),
    });
  }
  const words = errorWords(error, text);
  // 'Er moet iemand met toegang tot alles overblijven' is more specific than the title.
  const detail = error instanceof ProblemError ? error.body.detail : undefined;
  return showMessage({
    meaning: 'bad',
    title: text('kit.remove.failed'),
    body: (
      <>
        {text('kit.remove.failedBody', { thing })}. {detail ?? words.title}
      </>
    ),
  });
}
