import { maxUploadBytes, type DocumentReason } from '#contract/documents/documents.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import type { Destination } from '../destination/destination.ts';
import { sendFile, type Intake } from './send-file.ts';

/** A file on its way to the server, and what became of it. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly destination: Destination;
  readonly state:
    | { readonly kind: 'waiting' }
    | { readonly kind: 'sending'; /** From 0 to 1. */ readonly part: number }
    | { readonly kind: 'sent'; /** More than one of a zip. */ readonly intakes: readonly Intake[] }
    /** Not even sent: what is wrong shows in the file itself. */
    | { readonly kind: 'refused'; readonly reason: DocumentReason }
    | { readonly kind: 'failed'; readonly error: unknown };
}

/** What sending needs of the page. */
export interface Way {
  readonly session: Session;
  readonly language: string;
  /** Called after each file that arrived. */
  readonly onArrived: () => void;
}

/** So many at a time: more would only slow each other down. */
const maxAtOnce = 3;

// Outside any component: an upload goes on while the person walks to another screen.
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

/** Calls back after every change; returns the way to stop. */
export function subscribeUploads(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Takes files up and begins to send them. */
export function addFiles(files: readonly File[], destination: Destination, way: Way): void {
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
  sendNext(way);
}

/** Sends a failed one again. */
export function retryUpload(key: number, way: Way): void {
  setState(key, { kind: 'waiting' });
  sendNext(way);
}

/** Takes away what needs no more attention; what is still on its way stays. */
export function forgetFinished(): void {
  change(uploads.filter(({ state }) => state.kind === 'waiting' || state.kind === 'sending'));
}

/** What can be told without sending it: the server would say the same. */
function refusalOf(file: File): DocumentReason | undefined {
  if (file.size === 0) return 'empty-file';
  return file.size > maxUploadBytes ? 'too-large' : undefined;
}

function sendNext(way: Way): void {
  const busy = uploads.filter(({ state }) => state.kind === 'sending').length;
  // Oldest first, as they were chosen.
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting').toReversed();
  for (const upload of waiting.slice(0, Math.max(0, maxAtOnce - busy))) void send(upload, way);
}

async function send({ key, file, destination }: Upload, way: Way): Promise<void> {
  const { session, language } = way;
  const onProgress = (part: number) => setState(key, { kind: 'sending', part });
  onProgress(0);
  try {
    const intakes = await sendFile({ file, destination, session, language, onProgress });
    setState(key, { kind: 'sent', intakes });
    way.onArrived();
  } catch (error) {
    setState(key, { kind: 'failed', error });
  }
  sendNext(way);
}
