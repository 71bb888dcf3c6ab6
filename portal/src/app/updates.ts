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
  addEventListener('vite:preloadError', () => void followVersion());
}

// A part that the server no longer has: a newer version is out, and the page that names its files is fresh. A part that
// did not come because the connection is away says nothing of versions, and a reload would take what is on screen.
async function followVersion(): Promise<void> {
  const before = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - before < reloadPauseMs) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
