import type { FastifyReply } from 'fastify';
import type { Files } from '../files/files.ts';
import { revalidated } from './cache-control.ts';
import { isKnown } from './etags.ts';
import { orNotFound } from './problem.ts';

/** Bytes among the files, as they leave. */
export interface StoredFile {
  readonly sha256: string;
  /** The type by content, found when it came in. */
  readonly mime: string;
  /** Absent: shown in the page, without a name. */
  readonly filename?: string;
}

// Browsers show these without running anything of ours; the rest is only ever saved (§B9).
const shownTypes = new Set(['image/jpeg', 'image/png', 'application/pdf']);

/**
 * Answers with stored bytes, as data only: their own type, nothing sniffed, nothing run (§B9). 404 when they are missing.
 * Browsers keep pictures and ask each time whether they may still show them; they keep no other file. Ask for the
 * permission first: 304 reveals that the file exists.
 */
export async function sendStored(reply: FastifyReply, files: Files, file: StoredFile): Promise<FastifyReply> {
  if (!file.mime.startsWith('image/'))
    return sendBytes(reply.header('cache-control', 'private, no-store'), files, file);
  const etag = `"${file.sha256}"`;
  reply.header('etag', etag).header('cache-control', revalidated);
  return isKnown(reply.request.headers['if-none-match'], etag)
    ? reply.code(304).send()
    : sendBytes(reply, files, file);
}

async function sendBytes(reply: FastifyReply, files: Files, file: StoredFile): Promise<FastifyReply> {
  const { stream, bytes } = orNotFound(await files.stream(file.sha256));
  const disposition = shownTypes.has(file.mime) ? 'inline' : 'attachment';
  return reply
    .header('content-type', file.mime === '' ? 'application/octet-stream' : file.mime)
    .header('content-length', bytes)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', 'sandbox')
    .header(
      'content-disposition',
      file.filename === undefined ? disposition : `${disposition}; ${nameParameters(file.filename)}`,
    )
    .send(stream);
}

/** The name of a file for `content-disposition` (RFC 6266): a plain one for old readers, the real one beside it. */
export function nameParameters(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
