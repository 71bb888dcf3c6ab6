import { z } from 'zod';
import { documents, intakeResult } from '#contract/documents/documents.ts';
import { collectionUrl } from '#contract/resource.ts';
import { upload, type UploadOptions } from '#portal/kit/data/upload.ts';
import type { Destination } from '../destination/destination.ts';

/** The result of the intake of one file. */
export type Intake = z.output<typeof intakeResult>;

const answer = z.object({ result: z.array(intakeResult).min(1) });

interface Sending extends Pick<UploadOptions, 'session' | 'language' | 'onProgress'> {
  readonly file: File;
  readonly destination: Destination;
}

/** Sends one file; a zip gives a result for each file in it. Throws ProblemError or NetworkError, as the data layer does. */
export async function sendFile({ file, destination, ...options }: Sending): Promise<readonly Intake[]> {
  const form = new FormData();
  // The fields come first: the server reads the parts in order.
  if (destination.companyId) form.append('companyId', destination.companyId);
  if (destination.administrationId) form.append('administrationId', destination.administrationId);
  form.append('file', file, file.name);
  const response = await upload({ ...options, url: collectionUrl(documents, {}), form });
  return answer.parse(await response.json()).result;
}
