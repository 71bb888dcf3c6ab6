import type { FocusEvent, MouseEvent } from 'react';

/**
 * For a short text that is typed anew rather than edited, such as a time: it is selected as a whole when it gets the focus,
 * and by every press on it. The browser's own answer to a press inside a selection would take it away later, under the
 * fingers of whoever types at once; arrow keys still place the cursor.
 *
 * @example
 * <input {...selectWhole} value={time} />
 */
export const selectWhole = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  onMouseDown(event: MouseEvent<HTMLInputElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.select();
  },
};
