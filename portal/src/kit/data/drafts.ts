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
