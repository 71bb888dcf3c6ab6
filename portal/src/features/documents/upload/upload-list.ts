import type { DocumentReason } from '#contract/documents/documents.ts';
import type { Destination } from '../destination/destination.ts';
import type { Intake } from './send-file.ts';

/** A file that is uploaded, and its result. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly destination: Destination;
  readonly state:
    | { readonly kind: 'waiting' }
    | { readonly kind: 'sending'; /** From 0 to 1. */ readonly part: number }
    | { readonly kind: 'sent'; /** More than one of a zip. */ readonly intakes: readonly Intake[] }
    /** Not sent: the file is empty or too large. */
    | { readonly kind: 'refused'; readonly reason: DocumentReason }
    | { readonly kind: 'failed'; readonly error: unknown };
}

// Outside any component: an upload goes on while the person opens another screen.
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();

/** Puts other files in the place of all. */
export function setUploads(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

/** Stores how far a file is. */
export function setUploadState(key: number, state: Upload['state']): void {
  setUploads(uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)));
}

/** The files of this visit, the newest first. */
export function currentUploads(): readonly Upload[] {
  return uploads;
}

/** Calls back after every change; returns the function that unsubscribes. */
export function subscribeUploads(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Removes what is finished; what is waiting or being sent stays. */
export function forgetFinished(): void {
  setUploads(uploads.filter(({ state }) => state.kind === 'waiting' || state.kind === 'sending'));
}
