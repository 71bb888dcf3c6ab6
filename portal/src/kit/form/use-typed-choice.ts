import { useState, type FormEvent, type KeyboardEvent } from 'react';

/**
 * Keys of a searchable `Select` or `MultiSelect`: the first match of the typed words is highlighted, Enter chooses what is
 * highlighted, and neither an open list nor words that are no choice yet let the form be sent. `isCurrent` is false while
 * the options are those of earlier words: they are not chosen by Enter.
 *
 * @example
 * const typedChoice = useTypedChoice();
 * <Select searchable {...typedChoice} />
 */
export function useTypedChoice(isCurrent = true) {
  const [isOpen, setOpen] = useState(false);
  // Null until somebody types, and again once they have chosen.
  const [typed, setTyped] = useState<string | null>(null);

  // Captured, since Mantine lets Enter pass where nothing is highlighted, and chooses by an index that goes out of date when
  // options arrive.
  function onKeyDownCapture(event: KeyboardEvent<HTMLInputElement>) {
    const isSave = event.key === 's' && (event.ctrlKey || event.metaKey);
    if ((event.key !== 'Enter' && !isSave) || event.nativeEvent.isComposing) return;
    if (!isOpen && typed === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) return;
    const listId = event.currentTarget.getAttribute('aria-controls');
    const list = isOpen && listId !== null ? document.getElementById(listId) : null;
    const match = list?.querySelector<HTMLElement>('[data-combobox-selected]');
    if (match) match.click();
    else setOpen(typed !== null);
  }

  return {
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    selectFirstOptionOnChange: isCurrent && (typed ?? '').trim() !== '',
    onInput: (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onOptionSubmit: () => setTyped(null),
    onClear: () => setTyped(null),
    onBlur: () => setTyped(null),
    onKeyDownCapture,
  };
}
