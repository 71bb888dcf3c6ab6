const maxWaitMs = 2000;
const fallbackMs = 200;

/** Resolves when the browser has nothing better to do: for what may come after the screen is drawn. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, fallbackMs);
  });
}
