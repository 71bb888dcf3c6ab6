const prefix = (userId: string) => `balie.draft.${userId}.`;

/** Where a draft of this person is kept in the browser's local storage; logging out takes all of them away. */
export function draftKey(userId: string, name: string): string {
  return prefix(userId) + name;
}

/** Takes all drafts of a person away. */
export function forgetDrafts(userId: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix(userId))) localStorage.removeItem(key);
}

/** Where one form keeps what is typed in it: two tabs with the same form have a place each (decision 0051). */
export function ownDraftKey(place: string): string {
  return `${place}~${crypto.randomUUID()}`;
}

/** Keys of all drafts of a form, whichever tab typed them; the place itself is that of an older portal. */
export function draftKeysAt(place: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key === place || key.startsWith(`${place}~`));
}

/**
 * Says to the other tabs of this browser that a form is open in which this draft is typed, until the answer is called
 * or the tab is gone. A browser without locks tells nothing: its drafts look left behind.
 */
export function holdDraft(key: string): () => void {
  const release = Promise.withResolvers<void>();
  const left = new AbortController();
  // Refused when the form closed before its turn came.
  locks()
    ?.request(key, { signal: left.signal }, () => release.promise)
    .catch(() => undefined);
  return () => {
    left.abort();
    release.resolve();
  };
}

/** Keys of the drafts that stand in an open form, in any tab. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}

// Missing on an address that is neither https nor local, whatever the types say.
function locks(): LockManager | undefined {
  const own: Partial<Pick<Navigator, 'locks'>> = navigator;
  return own.locks;
}
