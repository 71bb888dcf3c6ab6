/** How long a form may take to appear, in milliseconds. */
const patienceMs = 5000;
let wantedUntil = 0;

/** The form that opens next starts in its first field: for who opened it by a key. */
export function wantFirstFocus(): void {
  wantedUntil = Date.now() + patienceMs;
}

/** Whether this form is the one; only the first that asks is. */
export function takeFirstFocus(): boolean {
  const isWanted = Date.now() < wantedUntil;
  wantedUntil = 0;
  return isWanted;
}
