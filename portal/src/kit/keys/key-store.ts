import { createStore } from '../store.ts';

/** One key or chord with what it does. */
export interface KeyBinding {
  /** `a`, `/`, `?`, `ArrowDown`, `Escape`, `mod+s`, `mod+Enter`; `mod` is Ctrl, on a Mac also Command. */
  readonly keys: string;
  /** Text key of what it does, for the sheet of keys; absent leaves it out of the sheet. */
  readonly label?: string;
  readonly run: (event: KeyboardEvent) => void;
  /** Works while a dialog is open; others do not. */
  readonly inDialog?: boolean;
}

const storageKey = 'balie.single-keys';
const bindings: (readonly KeyBinding[])[] = [];

/** All active bindings, the newest last. */
export const currentBindings = createStore<readonly KeyBinding[]>([]);

function changed(): void {
  currentBindings.set(bindings.flat());
}

/** Activates bindings; returns a function that removes them. The newest binding of a key wins. */
export function addBindings(added: readonly KeyBinding[]): () => void {
  if (bindings.length === 0) {
    window.addEventListener('keydown', noteDialog, { capture: true });
    window.addEventListener('keydown', onKeyDown);
  }
  bindings.push(added);
  changed();
  return () => {
    bindings.splice(bindings.indexOf(added), 1);
    if (bindings.length === 0) {
      window.removeEventListener('keydown', noteDialog, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    }
    changed();
  };
}

/** Whether single letters work; people who speak to their computer switch them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

/** Switches single letters on or off, remembered in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  changed();
}

let wasInDialog = false;
let hadOpenChoice = false;
let hadOpenMenu = false;

const openChoices = '[aria-haspopup]:not([aria-haspopup="false"])[aria-expanded="true"], [data-escapes]';

// Runs in the capture phase: an Escape that closes a dialog, a menu or the choices of a field must not leave the screen
// too. Anything else that closes by Escape is marked with `data-escapes` while it is open.
function noteDialog(): void {
  wasInDialog = document.querySelector('[aria-modal="true"]') !== null;
  hadOpenChoice = document.querySelector(openChoices) !== null;
  hadOpenMenu = document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === 'Escape' && hadOpenChoice) return;
  const isSingle = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  // In a menu a letter goes to its lines, and never approves what lies behind it.
  if (isSingle && hadOpenMenu) return;
  if (isSingle && (event.altKey || isTyping(event.target) || !singleKeysOn())) return;
  if (event.key.startsWith('Arrow') && hasOwnArrows(event)) return;
  const binding = currentBindings
    .get()
    .findLast(({ keys, inDialog = false }) => matches(keys, event) && (inDialog || !wasInDialog));
  if (binding === undefined) return;
  event.preventDefault();
  binding.run(event);
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const wantsMod = keys.startsWith('mod+');
  const key = wantsMod ? keys.slice(4) : keys;
  const hasMod = event.ctrlKey || event.metaKey;
  return wantsMod === hasMod && key.toLowerCase() === event.key.toLowerCase();
}

// In a field and in a box that scrolls, arrows move what is there; with Alt they belong to the browser.
function hasOwnArrows({ target, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || ctrlKey || metaKey || isTyping(target)) return true;
  return (
    target instanceof Element && target.closest('[role="tablist"], [tabindex="0"]:not(a, button)') !== null
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.closest('[role="textbox"], [role="listbox"], [role="menu"], select, textarea')
  )
    return true;
  const field = target.closest('input');
  return field !== null && !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(field.type);
}
