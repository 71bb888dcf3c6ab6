import { useCallback } from 'react';
import { fieldSentences } from '../data/error-store.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { notify } from './notify.ts';

/**
 * Says in a notice why something failed: what is wrong with a field, else the words of the catalogue.
 *
 * @example
 * const notifyFailure = useNotifyFailure();
 * mutate(body, { onError: notifyFailure });
 */
export function useNotifyFailure(): (error: unknown) => void {
  const text = useText();
  return useCallback(
    (error) => {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title: fieldSentences(error)[0] ?? title, body: hint });
    },
    [text],
  );
}
