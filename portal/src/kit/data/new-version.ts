import { createStore } from '../store.ts';

/** Whether the server gives another portal than the one that this page is of. */
export const newVersion = createStore(false);

/** Code of a screen that did not come: the server has it no longer, or cannot be reached. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode';
}

// As browsers word it, and the build's own helper for style sheets.
const isMissing = /dynamically imported module|importing a module script|preload CSS/i;

/** Rejects again, with `MissingCode` where an import found no file. */
export function missingCode(error: unknown): never {
  if (error instanceof Error && isMissing.test(error.message))
    throw new MissingCode('code of a screen is missing', { cause: error });
  throw error;
}

const reloadedKey = 'balie.reloadedAt';
const reloadPauseMs = 60_000;

/** Reloads the page, and remembers when. */
export function reloadPage(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}

/** Whether the page was reloaded a moment ago: what is still missing then is not mended by another reload. */
export function wasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadPauseMs;
}
