import { useText } from '../text.ts';
import { showMessage } from './dialog-store.ts';
import { errorWords } from './error-text.ts';
import { notify } from './notify.ts';

/** Says in a dialog why something failed, for what the person waits for. */
export function useFailureDialog(): (error: unknown) => void {
  const text = useText();
  return (error) => {
    const { title, hint } = errorWords(error, text);
    void showMessage({ meaning: 'bad', title, body: hint });
  };
}

/** Says in a notice why something failed. */
export function useFailureNotice(): (error: unknown) => void {
  const text = useText();
  return (error) => void notify({ meaning: 'bad', title: errorWords(error, text).title });
}
