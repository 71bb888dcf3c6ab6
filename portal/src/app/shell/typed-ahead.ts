/**
 * Keeps what is typed while a field is still on its way: no letter is lost, and none works as a key of the screen
 * behind it. Answers what ends it and gives what was typed.
 */
export function startTypedAhead(): () => string {
  let typed = '';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    const all = typed;
    typed = '';
    return all;
  };
}
