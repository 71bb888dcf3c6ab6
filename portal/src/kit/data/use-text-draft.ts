import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, draftKeysAt, heldDrafts, holdDraft, ownDraftKey } from './drafts.ts';
import { useSessionState } from './session.tsx';

/**
 * A text that is typed and outlives the page until it is saved: kept in this browser, for this person only. Each open
 * field keeps a draft of its own, so that two tabs at one record do not write over each other; an empty field takes back
 * the newest text that nobody has open (decision 0056).
 *
 * @example
 * const [typed, type] = useTextDraft(`note.${entityId}`);
 * type('');   // saved: nothing is kept
 */
export function useTextDraft(name: string): readonly [typed: string, type: (text: string) => void] {
  const { user } = useSessionState();
  const place = draftKey(user.id, name);
  const [state, setState] = useState(() => emptyAt(place));
  // Another record has other drafts.
  if (state.place !== place) setState(emptyAt(place));
  const { key } = state;
  // The key of the field in which a letter was typed already: what was left waits until it is opened anew.
  const begun = useRef('');

  useEffect(() => holdDraft(key), [key]);
  useEffect(() => {
    let isGone = false;
    async function takeBack() {
      const held = await heldDrafts();
      const left = newestLeft(place, held);
      if (isGone || begun.current === key || left === undefined) return;
      // It goes from its old place only when it stands in its new one.
      if (keep(key, left.text)) localStorage.removeItem(left.key);
      setState({ place, key, text: left.text });
    }
    void takeBack();
    return () => {
      isGone = true;
    };
  }, [place, key]);

  const type = useCallback(
    (text: string) => {
      begun.current = key;
      if (text === '') localStorage.removeItem(key);
      else keep(key, text);
      setState({ place, key, text });
    },
    [place, key],
  );
  return [state.text, type];
}

function emptyAt(place: string) {
  return { place, key: ownDraftKey(place), text: '' };
}

// The moment stands before the text, on a line of its own. What a full browser does not keep stays in the field.
function keep(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, `${new Date().toISOString()}\n${text}`);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

interface Left {
  readonly key: string;
  readonly at: string;
  readonly text: string;
}

function newestLeft(place: string, held: ReadonlySet<string>): Left | undefined {
  return draftKeysAt(place)
    .filter((key) => !held.has(key))
    .map((key): Left => {
      const kept = localStorage.getItem(key) ?? '';
      // An older portal kept the text alone, at the place itself.
      if (key === place) return { key, at: '', text: kept };
      const end = kept.indexOf('\n');
      return { key, at: kept.slice(0, end), text: kept.slice(end + 1) };
    })
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => other.at.localeCompare(one.at))[0];
}
