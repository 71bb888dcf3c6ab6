import { fieldSentences } from '../data/error-store.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { MessageBar } from './message-bar.tsx';

/** Why something failed, in its place: with the sentences of its fields, where none of these stands. */
export function FailureBar({ error }: { readonly error: unknown }) {
  const { title, hint } = errorWords(error, useText());
  return (
    <MessageBar meaning="bad" title={title} isAlert>
      {fieldSentences(error).join(' ') || hint}
    </MessageBar>
  );
}
