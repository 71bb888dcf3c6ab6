/** How long the service worker waits for the first page, in milliseconds. */
const registerAfterMs = 4_000;
const reloadedKey = 'balie.reloadedAt';
const reloadPauseMs = 60_000;

/** Lets the shell open without a connection (only hashed files are kept), and follows new versions of the portal. */
export function keepUpToDate(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    setTimeout(
      () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined),
      registerAfterMs,
    );
  }
  addEventListener('vite:preloadError', () => void followVersion());
}

// A chunk that the server no longer has means a newer version: reload. Without a connection a missing chunk says nothing
// of versions, and a reload would lose what is on screen.
async function followVersion(): Promise<void> {
  const before = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - before < reloadPauseMs) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
