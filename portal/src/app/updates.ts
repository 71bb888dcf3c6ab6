import { newVersion, wasJustReloaded } from '#portal/kit/data/new-version.ts';

/** How long the service worker waits for the first page, in milliseconds. */
const registerAfterMs = 4_000;

/** Lets the shell open without a connection (only hashed files are kept), and notices new versions of the portal. */
export function keepUpToDate(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    setTimeout(
      () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined),
      registerAfterMs,
    );
  }
  addEventListener('vite:preloadError', () => void noticeMissing());
}

/** Makes the function that hears which build of the portal the server gives; another one than the page's is newer. */
export function compareBuild(own: string): (build: string) => void {
  return (build) => {
    if (own !== '') newVersion.set(build !== own);
  };
}

// A file that the server no longer has means a newer version. Without a connection it says nothing of versions.
async function noticeMissing(): Promise<void> {
  if (wasJustReloaded()) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) newVersion.set(true);
}
