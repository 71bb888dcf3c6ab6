import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Files } from '../files/files.ts';
import { Problem, problem } from './problem.ts';

/**
 * Lets the routes that `mount` makes take one uploaded file of at most so many bytes, as the part `file` of
 * `multipart/form-data`. They read it with `readUpload`.
 */
export function mountUploads(
  app: FastifyInstance,
  maxBytes: number,
  mount: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    });
    mount(scope);
  });
}

/** The bytes of the uploaded file; 400 on the field `file` when there is none, or when it is too large. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw problem.of('unsupported-type');
  const upload = await readingParts(() => request.file());
  if (upload?.fieldname !== 'file') throw problem.validation({ file: ['required'] });
  const bytes = await readingParts(() => upload.toBuffer());
  if (upload.file.truncated) throw problem.validation({ file: ['file-too-large'] });
  return bytes;
}

/** Stores the uploaded file without holding it in memory, and gives its SHA-256; 400 as `readUpload` gives it. */
export async function storeUpload(
  request: FastifyRequest,
  files: Pick<Files, 'putStream' | 'remove'>,
): Promise<string> {
  if (!request.isMultipart()) throw problem.of('unsupported-type');
  const upload = await readingParts(() => request.file());
  if (upload?.fieldname !== 'file') throw problem.validation({ file: ['required'] });
  const { sha256, bytes } = await readingParts(() => files.putStream(upload.file));
  if (upload.file.truncated || bytes === 0) {
    await files.remove(sha256);
    throw problem.validation({ file: [bytes === 0 ? 'required' : 'file-too-large'] });
  }
  return sha256;
}

/**
 * Does something that only reads the parts of a body: an upload that breaks off, or that says of itself what is not so, is
 * the request's fault. Refusals of the parser carry a status of their own.
 */
export async function readingParts<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw asBrokenUpload(error);
  }
}

/** What an error that came up while parts were read is to the sender. */
export function asBrokenUpload(error: unknown): unknown {
  const isKnown = error instanceof Problem || (error instanceof Error && 'statusCode' in error);
  return isKnown ? error : problem.of('bad-request', { sentence: 'upload-broken-off' });
}
