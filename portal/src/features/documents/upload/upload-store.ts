import { maxUploadBytes, type DocumentReason } from '#contract/documents/documents.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import type { Destination } from '../destination/destination.ts';
import { sendFile } from './send-file.ts';
import { currentUploads, setUploads, setUploadState, type Upload } from './upload-list.ts';

/** What sending needs of the page. */
export interface UploadSession {
  readonly session: Session;
  readonly language: string;
  /** Called after each uploaded file. */
  readonly onUploaded: () => void;
}

/** Uploads at a time: more would only slow each other down. */
const maxParallel = 3;

let lastKey = 0;

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
  setUploads([...added.toReversed(), ...currentUploads()]);
  sendNext(context);
}

/** Sends a failed one again. */
export function retryUpload(key: number, context: UploadSession): void {
  setUploadState(key, { kind: 'waiting' });
  sendNext(context);
}

/** Why a file is refused without being sent: the server would refuse it too. */
function refusalOf(file: File): DocumentReason | undefined {
  if (file.size === 0) return 'empty-file';
  return file.size > maxUploadBytes ? 'too-large' : undefined;
}

function sendNext(context: UploadSession): void {
  const uploads = currentUploads();
  const busy = uploads.filter(({ state }) => state.kind === 'sending').length;
  // Oldest first, as they were chosen.
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting').toReversed();
  for (const upload of waiting.slice(0, Math.max(0, maxParallel - busy))) void send(upload, context);
}

async function send({ key, file, destination }: Upload, context: UploadSession): Promise<void> {
  const { session, language } = context;
  const onProgress = (part: number) => setUploadState(key, { kind: 'sending', part });
  onProgress(0);
  try {
    const intakes = await sendFile({ file, destination, session, language, onProgress });
    setUploadState(key, { kind: 'sent', intakes });
    context.onUploaded();
  } catch (error) {
    setUploadState(key, { kind: 'failed', error });
  }
  sendNext(context);
}
