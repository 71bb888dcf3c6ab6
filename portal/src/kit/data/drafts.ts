const prefix = (userId: string) => `balie.draft.${userId}.`;

/** Where a draft of this person is stored in the browser's local storage; logging out removes all of them. */
export function draftKey(userId: string, name: string): string {
  return prefix(userId) + name;
}

/** Removes all drafts of a person. */
export function forgetDrafts(userId: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix(userId))) localStorage.removeItem(key);
}

/** The key of the draft of one open form: two tabs with the same form have one each (decision 0051). */
export function ownDraftKey(place: string): string {
  return `${place}~${crypto.randomUUID()}`;
}

/** Keys of all drafts of a form, of all tabs; the place itself was the key in older versions. */
export function draftKeysAt(place: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key === place || key.startsWith(`${place}~`));
}

/**
 * Shows the other tabs of this browser that this draft is open in a form, until the returned function is called or the
 * tab is closed. In a browser without locks all drafts look abandoned.
 */
export function lockDraft(key: string): () => void {
  const release = Promise.withResolvers<void>();
  const waiting = new AbortController();
  // Rejects when the form closed before the lock was granted.
  locks()
    ?.request(key, { signal: waiting.signal }, () => release.promise)
    .catch(() => undefined);
  return () => {
    waiting.abort();
    release.resolve();
  };
}

/** Keys of the drafts that are open in a form, in any tab. */
export async function lockedDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}

// Missing on an address that is neither https nor local, contrary to the types.
function locks(): LockManager | undefined {
  const own: Partial<Pick<Navigator, 'locks'>> = navigator;
  return own.locks;
}
