/** The first page has the line to itself for this long, in milliseconds; only then the files for offline come. */
const patienceMs = 4_000;
const reloadedKey = 'balie.reloadedAt';
const reloadPauseMs = 60_000;

/** Lets the shell open without a connection (only hashed files are kept), and follows new versions of the portal. */
export function keepUpToDate(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    setTimeout(
      () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined),
      patienceMs,
    );
  }
  // A part that the server no longer has: a newer version is out, and the page that names its files is fresh.
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(reloadedKey));
    if (Date.now() - before < reloadPauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  });
}
