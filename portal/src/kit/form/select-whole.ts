import type { FocusEvent, MouseEvent } from 'react';

function isPart({ selectionStart: start, selectionEnd: end, value }: HTMLInputElement): boolean {
  return start !== end && !(start === 0 && end === value.length);
}

/**
 * For a short text that is typed anew rather than edited, such as a time: it is selected as a whole when it gets the focus,
 * and by every further click. A part that was selected by dragging stays.
 *
 * @example
 * <input {...selectWhole} value={time} />
 */
export const selectWhole = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  onClick({ currentTarget }: MouseEvent<HTMLInputElement>) {
    if (isPart(currentTarget)) return;
    currentTarget.select();
    // A click inside a selection takes it away only after this event; whoever types faster keeps what was typed.
    const { value } = currentTarget;
    setTimeout(() => {
      if (document.activeElement === currentTarget && currentTarget.value === value) currentTarget.select();
    });
  },
};
