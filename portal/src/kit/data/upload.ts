import { actionHeaders } from './action-headers.ts';
import { holdPage } from './held-page.ts';
import { NetworkError, readProblem } from './http.ts';
import type { Session } from './session.tsx';

/** A form with a file to upload. */
export interface UploadOptions {
  readonly url: string;
  /** Its fields, in the order in which the server reads them. */
  readonly form: FormData;
  readonly session: Session;
  readonly language: string;
  /** The share that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Stops it: the promise rejects as for a lost connection. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Posts a form and reports progress: over XMLHttpRequest, since fetch reports no upload progress.
 * Gives the successful response; throws ProblemError or NetworkError, as the data layer does.
 */
export async function upload(options: UploadOptions): Promise<Response> {
  // A page that is reloaded meanwhile would cut it off.
  const release = holdPage(() => true);
  try {
    return await send(options);
  } finally {
    release();
  }
}

async function send(options: UploadOptions): Promise<Response> {
  const { session } = options;
  if (session.accessToken() === undefined && !(await session.renew())) session.login();
  let response = await post(options);
  if (response.status === 401 && (await session.renew())) response = await post(options);
  if (!response.ok) throw await readProblem(response);
  return response;
}

function post({ url, form, session, language, onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', language);
    request.setRequestHeader('authorization', `Bearer ${session.accessToken() ?? ''}`);
    for (const [name, value] of Object.entries(actionHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new NetworkError('the upload was cut off')));
    request.addEventListener('abort', () => reject(new NetworkError('the upload was stopped')));
    if (signal?.aborted) return reject(new NetworkError('the upload was stopped'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
