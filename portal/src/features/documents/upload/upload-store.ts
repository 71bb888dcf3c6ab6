import { maxUploadBytes, type DocumentReason } from '#contract/documents/documents.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import type { Destination } from '../destination/destination.ts';
import { sendFile, type Intake } from './send-file.ts';

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

/** What sending needs of the page. */
export interface UploadSession {
  readonly session: Session;
  readonly language: string;
  /** Called after each uploaded file. */
  readonly onUploaded: () => void;
}

/** Uploads at a time: more would only slow each other down. */
const maxParallel = 3;

// Outside any component: an upload goes on while the person opens another screen.
let uploads: readonly Upload[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

function change(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function setState(key: number, state: Upload['state']): void {
  change(uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)));
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

/** Adds files and begins to send them. */
export function addFiles(files: readonly File[], destination: Destination, context: UploadSession): void {
  const added = files.map((file): Upload => {
    const reason = refusalOf(file);
    return {
      key: ++lastKey,
      file,
      destination,
      state: reason ? { kind: 'refused', reason } : { kind: 'waiting' },
    };
  });
  change([...added.toReversed(), ...uploads]);
  sendNext(context);
}

/** Sends a failed one again. */
export function retryUpload(key: number, context: UploadSession): void {
  setState(key, { kind: 'waiting' });
  sendNext(context);
}

/** Removes what is finished; what is waiting or being sent stays. */
export function forgetFinished(): void {
  change(uploads.filter(({ state }) => state.kind === 'waiting' || state.kind === 'sending'));
}

/** Why a file is refused without being sent: the server would refuse it too. */
function refusalOf(file: File): DocumentReason | undefined {
  if (file.size === 0) return 'empty-file';
  return file.size > maxUploadBytes ? 'too-large' : undefined;
}

function sendNext(context: UploadSession): void {
  const busy = uploads.filter(({ state }) => state.kind === 'sending').length;
  // Oldest first, as they were chosen.
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting').toReversed();
  for (const upload of waiting.slice(0, Math.max(0, maxParallel - busy))) void send(upload, context);
}

async function send({ key, file, destination }: Upload, context: UploadSession): Promise<void> {
  const { session, language } = context;
  const onProgress = (part: number) => setState(key, { kind: 'sending', part });
  onProgress(0);
  try {
    const intakes = await sendFile({ file, destination, session, language, onProgress });
    setState(key, { kind: 'sent', intakes });
    context.onUploaded();
  } catch (error) {
    setState(key, { kind: 'failed', error });
  }
  sendNext(context);
}
