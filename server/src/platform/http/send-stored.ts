import type { FastifyReply } from 'fastify';
import type { Files } from '../files/files.ts';
import { orNotFound } from './problem.ts';

/** Bytes among the files, as they leave. */
export interface StoredFile {
  readonly sha256: string;
  /** The type by content, found when it came in. */
  readonly mime: string;
  /** Absent: shown in the page, without a name. */
  readonly filename?: string;
  /** The bytes behind this address never change. */
  readonly isImmutable?: boolean;
}

// Browsers show these without running anything of ours; the rest is only ever saved (§B9).
const shownTypes = new Set(['image/jpeg', 'image/png', 'application/pdf']);

/** Answers with stored bytes, as data only: their own type, nothing sniffed, nothing run (§B9). 404 when they are gone. */
export async function sendStored(reply: FastifyReply, files: Files, file: StoredFile): Promise<FastifyReply> {
  const { stream, bytes } = orNotFound(await files.stream(file.sha256));
  const disposition = shownTypes.has(file.mime) ? 'inline' : 'attachment';
  return reply
    .header('content-type', file.mime === '' ? 'application/octet-stream' : file.mime)
    .header('content-length', bytes)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', 'sandbox')
    .header('cache-control', file.isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-store')
    .header(
      'content-disposition',
      file.filename === undefined ? disposition : `${disposition}; ${nameParameters(file.filename)}`,
    )
    .send(stream);
}

// RFC 6266: a plain name for old readers, the real one beside it.
function nameParameters(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
