import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

/**
 * As `sendStored`, for large files: what an interrupted download lacks is asked for with `Range` (RFC 9110). One range is
 * served, and with `If-Range` of another file all of it is.
 */
export async function sendStoredRange(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  file: StoredFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'private, no-store');
  const found = orNotFound(await files.stream(file.sha256));
  const { range, 'if-range': ifRange = etag } = request.headers;
  const wanted = ifRange === etag ? readRange(range, found.bytes) : null;
  if (wanted === null) return sendFound(reply, found, file);
  if (wanted === 'unsatisfiable') {
    found.stream.destroy();
    return reply.code(416).header('content-range', `bytes */${found.bytes}`).send();
  }
  const { from, to } = wanted;
  reply.code(206).header('content-range', `bytes ${from}-${to}/${found.bytes}`);
  // Read from the start in any case: a bucket checks the hash of all that it gives.
  const part = Readable.from(between(found.stream, from, to), { objectMode: false });
  return sendFound(reply, { stream: part, bytes: to - from + 1 }, file);
}

/** The bytes that a range names, both included; null where it names none that is served. */
function readRange(
  range: string | undefined,
  bytes: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last));
  return from > to ? 'unsatisfiable' : { from, to };
}

async function* between(
  stream: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of stream) {
    const wanted = piece.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
    at += piece.length;
    if (wanted.length > 0) yield wanted;
    if (at > to) return;
  }
}

async function sendBytes(reply: FastifyReply, files: Files, file: StoredFile): Promise<FastifyReply> {
  return sendFound(reply, orNotFound(await files.stream(file.sha256)), file);
}

function sendFound(
  reply: FastifyReply,
  { stream, bytes }: { readonly stream: Readable; readonly bytes: number },
  file: StoredFile,
): FastifyReply {
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
