import { useCallback, useState } from 'react';
import { draftKey } from './drafts.ts';
import { useSessionState } from './session.tsx';

/**
 * A text that is typed and outlives the page until it is saved: kept in this browser, for this person only.
 *
 * @example
 * const [typed, type] = useTextDraft(`note.${entityId}`);
 * type('');   // saved: nothing is kept
 */
export function useTextDraft(name: string): readonly [typed: string, type: (text: string) => void] {
  const { user } = useSessionState();
  const key = draftKey(user.id, name);
  const [state, setState] = useState(() => ({ key, text: localStorage.getItem(key) ?? '' }));
  // Another record has another draft.
  if (state.key !== key) setState({ key, text: localStorage.getItem(key) ?? '' });
  const type = useCallback(
    (text: string) => {
      if (text === '') localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      setState({ key, text });
    },
    [key],
  );
  return [state.text, type];
}
