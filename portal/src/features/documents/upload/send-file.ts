import { z } from 'zod';
import { documents, intakeResult } from '#contract/documents/documents.ts';
import { collectionUrl } from '#contract/resource.ts';
import { NetworkError, readProblem } from '#portal/kit/data/http.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import type { Destination } from '../destination/destination.ts';

/** What intake said of one file. */
export type Intake = z.output<typeof intakeResult>;

const answer = z.object({ result: z.array(intakeResult).min(1) });

interface Sending {
  readonly file: File;
  readonly destination: Destination;
  readonly session: Session;
  readonly language: string;
  /** How much has left, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Sends one file. Over XMLHttpRequest, since fetch does not tell how much of an upload has left. Throws ProblemError
 * or NetworkError, as the data layer does.
 */
export async function sendFile(sending: Sending): Promise<Intake> {
  const { session } = sending;
  if (session.accessToken() === undefined && !(await session.renew())) session.login();
  let response = await post(sending);
  if (response.status === 401 && (await session.renew())) response = await post(sending);
  if (!response.ok) throw await readProblem(response);
  const [intake] = answer.parse(await response.json()).result;
  if (intake === undefined) throw new NetworkError('intake said nothing of the file');
  return intake;
}

function post({ file, destination, session, language, onProgress }: Sending): Promise<Response> {
  const form = new FormData();
  // The fields come first: intake reads the parts in order.
  if (destination.companyId) form.append('companyId', destination.companyId);
  if (destination.administrationId) form.append('administrationId', destination.administrationId);
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', collectionUrl(documents, {}));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', language);
    request.setRequestHeader('authorization', `Bearer ${session.accessToken() ?? ''}`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new NetworkError('the upload was cut off')));
    request.addEventListener('abort', () => reject(new NetworkError('the upload was stopped')));
    request.send(form);
  });
}
