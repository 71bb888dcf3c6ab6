// Leaving the comments field saves, and so does the click on 'Goedkeuren' that made one leave it: the decision must
// wait, or it would speak of a version that is about to change.
const pending = new Map<string, Promise<unknown>>();

/** Remembers that an invoice's comments are being saved. */
export function waitFor<T>(invoiceId: string, saving: Promise<T>): Promise<T> {
  pending.set(invoiceId, saving);
  const forget = () => {
    if (pending.get(invoiceId) === saving) pending.delete(invoiceId);
  };
  return saving.finally(forget);
}

/** Resolves when nothing of an invoice's comments is under way; a failed save is told elsewhere. */
export async function commentsSettled(invoiceId: string): Promise<void> {
  await pending.get(invoiceId)?.catch(() => undefined);
}
