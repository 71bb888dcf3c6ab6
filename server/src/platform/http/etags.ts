import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Marks an answer with the version of its record: it gets an ETag, and a read may be answered with 304. */
export function tagVersion(reply: FastifyReply, record: unknown): void {
  const version = versionOf(record);
  if (version !== undefined) reply.header('etag', `"${version}"`);
}

/**
 * Completes the ETag of records, `"3"`, with a hash of what is sent: `"3-…"`. The version alone says whether somebody saved,
 * which If-Match asks; what is shown also depends on who asks, in which language, and on the names of other records,
 * so If-None-Match is answered with 304 only where every byte is the same (decision 0092).
 */
export function mountEtags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const version = /^"(\d+)"$/.exec(String(reply.getHeader('etag') ?? ''))?.[1];
    if (version === undefined || typeof payload !== 'string') return done(null, payload);
    const hash = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    const etag = `"${version}-${hash}"`;
    reply.header('etag', etag);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || !isKnown(request.headers['if-none-match'], etag))
      return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** Whether If-None-Match names what would be sent. Proxies that compress make an ETag weak (RFC 9110, 13.1.2). */
export function isKnown(condition: string | undefined, etag: string): boolean {
  return (condition ?? '').split(',').some((known) => {
    const plain = known.trim();
    return plain === '*' || plain.replace(/^W\//, '') === etag;
  });
}

/** The version that If-Match names: of the ETag, or bare; undefined for any. Null if it cannot be read. */
export function versionAsked(condition: string | undefined): number | null | undefined {
  if (condition === undefined || condition === '*') return undefined;
  const version = /^(?:W\/)?"?(\d+)(?:-[\w-]+)?"?$/.exec(condition)?.[1];
  return version === undefined ? null : Number(version);
}

function versionOf(record: unknown): number | undefined {
  if (typeof record !== 'object' || record === null || !('rowVersion' in record)) return undefined;
  return typeof record.rowVersion === 'number' ? record.rowVersion : undefined;
}
