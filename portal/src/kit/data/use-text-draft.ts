import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, draftKeysAt, lockedDrafts, lockDraft, ownDraftKey } from './drafts.ts';
import { useSessionState } from './session.tsx';

/**
 * A text that survives the page until it is saved: stored in this browser, for this person only. Each open field has a
 * draft of its own, so that two tabs on one record do not overwrite each other; an empty field restores the newest text
 * that is not open elsewhere (decision 0056).
 *
 * @example
 * const [typed, type] = useTextDraft(`note.${entityId}`);
 * type('');   // saved: the draft is removed
 */
export function useTextDraft(name: string): readonly [typed: string, type: (text: string) => void] {
  const { user } = useSessionState();
  const place = draftKey(user.id, name);
  const [state, setState] = useState(() => emptyAt(place));
  // Another record has other drafts.
  if (state.place !== place) setState(emptyAt(place));
  const { key } = state;
  // The key of the field in which something was typed: an older text is not restored over it.
  const typedKey = useRef('');

  useEffect(() => lockDraft(key), [key]);
  useEffect(() => {
    let isUnmounted = false;
    async function restore() {
      const locked = await lockedDrafts();
      const newest = newestStored(place, locked);
      if (isUnmounted || typedKey.current === key || newest === undefined) return;
      // Removed from its old place only once it is stored in the new one.
      if (store(key, newest.text)) localStorage.removeItem(newest.key);
      setState({ place, key, text: newest.text });
    }
    void restore();
    return () => {
      isUnmounted = true;
    };
  }, [place, key]);

  const type = useCallback(
    (text: string) => {
      typedKey.current = key;
      if (text === '') localStorage.removeItem(key);
      else store(key, text);
      setState({ place, key, text });
    },
    [place, key],
  );
  return [state.text, type];
}

function emptyAt(place: string) {
  return { place, key: ownDraftKey(place), text: '' };
}

// The first line is the moment, the rest the text. When storage is full the text is only in the field.
function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, `${new Date().toISOString()}\n${text}`);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

interface StoredText {
  readonly key: string;
  readonly at: string;
  readonly text: string;
}

function newestStored(place: string, locked: ReadonlySet<string>): StoredText | undefined {
  return draftKeysAt(place)
    .filter((key) => !locked.has(key))
    .map((key): StoredText => {
      const stored = localStorage.getItem(key) ?? '';
      // Older versions stored the text alone, at the place itself.
      if (key === place) return { key, at: '', text: stored };
      const end = stored.indexOf('\n');
      return { key, at: stored.slice(0, end), text: stored.slice(end + 1) };
    })
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => b.at.localeCompare(a.at))[0];
}
