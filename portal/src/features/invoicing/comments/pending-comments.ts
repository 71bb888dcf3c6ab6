// A click on 'Goedkeuren' leaves the comments field, which saves them: the decision must wait for that, or its version
// would be stale.
const pending = new Map<string, Promise<unknown>>();

/** Remembers that an invoice's comments are being saved. */
export function waitFor<T>(invoiceId: string, saving: Promise<T>): Promise<T> {
  pending.set(invoiceId, saving);
  const forget = () => {
    if (pending.get(invoiceId) === saving) pending.delete(invoiceId);
  };
  return saving.finally(forget);
}

/** Resolves when no comments of an invoice are being saved; a failed save is shown elsewhere. */
export async function commentsSettled(invoiceId: string): Promise<void> {
  await pending.get(invoiceId)?.catch(() => undefined);
}
