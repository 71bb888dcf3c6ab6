import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, type ProblemBody, type ProblemKind, problemKinds } from '#contract/problem.ts';
import { fieldText, problemTitle, sentence } from '#contract/problem-texts.ts';
import { isUnreadableText } from '../db/database.ts';
import { FilesUnreachable } from '../files/bucket-place.ts';
import { isStorageFull } from '../storage-full.ts';
import { ConnectionLost, retryAfterSeconds } from '../db/connection-lost.ts';
import { languageOf } from './language.ts';
import { collectMethods } from './methods.ts';
import { Problem } from './problem.ts';

/** One way out for every failure: RFC 9457, in the language of the request (decision 0004). */
export function mountErrors(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return sendProblem(request, reply, new Problem('not-found'));
    return sendProblem(request, reply.header('allow', methods.join(', ')), new Problem('method-not-allowed'));
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ConnectionLost) {
      request.log.warn({ err: error }, 'the database connection was lost');
      return sendProblem(request, reply, outOfReach(request.method));
    }
    if (error instanceof FilesUnreachable) {
      request.log.error({ err: error }, 'the files cannot be reached');
      const sentence = { sentence: 'files-unreachable', retryAfterSeconds } as const;
      return sendProblem(request, reply, new Problem('unavailable', sentence));
    }
    const known = asProblem(error);
    if (known.kind === 'internal' || known.kind === 'storage-full')
      request.log.error({ err: error }, known.kind === 'internal' ? 'unexpected' : 'no room left');
    return sendProblem(request, reply, known);
  });
}

/** Writes a problem as the answer. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, known: Problem): FastifyReply {
  const body = problemBody(known, languageOf(request), request.id);
  if (known.extras.retryAfterSeconds !== undefined)
    reply.header('retry-after', known.extras.retryAfterSeconds);
  if (known.kind === 'unauthenticated' || known.kind === 'company-inactive')
    reply.header('www-authenticate', 'Bearer');
  return reply
    .code(body.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body);
}

const longestAddress = 16 * 1024;

/**
 * Refuses addresses of more than 16 kB in words of ours, where Node alone would close the connection, and those with a
 * NUL, which no name of ours has and the database would not read.
 */
export function mountAddressLimit(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const address = request.raw.url ?? '';
    if (address.length > longestAddress)
      return done(new Problem('address-too-long', { sentence: 'address-too-long' }));
    done(
      address.includes('%00') ? new Problem('bad-request', { sentence: 'unreadable-character' }) : undefined,
    );
  });
}

/** As much as Node may read of headers, so that a long address comes far enough to be refused in words. */
export const maxHeaderBytes = 64 * 1024;

const unreadableKinds: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Answers what never became a request: headers without end, headers that do not come, or no HTTP at all. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Browsers open connections ahead: one that nothing came by has nobody who waits for an answer.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) {
    socket.destroy();
    return;
  }
  const kind = unreadableKinds[error.code ?? ''] ?? 'bad-request';
  const body = JSON.stringify(problemBody(new Problem(kind), 'nl', 'unread'));
  const head = [
    `HTTP/1.1 ${problemKinds[kind]} ${STATUS_CODES[problemKinds[kind]]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** What a problem says to people in one sentence: its detail, else the texts of its fields, else its title. */
export function sentenceOf(known: Problem, language: Language): string {
  const { detail, errors, title } = problemBody(known, language, '');
  return detail ?? (errors === undefined ? title : Object.values(errors).flat().join(' '));
}

/** The body of a problem in a language. */
export function problemBody({ kind, extras }: Problem, language: Language, requestId: string): ProblemBody {
  const detail = extras.detail ?? (extras.sentence && sentence(language, extras.sentence, extras.values));
  const errors =
    extras.codes &&
    Object.fromEntries(
      Object.entries(extras.codes).map(([field, codes]) => [
        field,
        extras.texts?.[field] ?? codes.map((code) => fieldText(language, field, code)),
      ]),
    );
  return {
    type: `/problems/${kind}`,
    title: problemTitle(language, kind),
    status: problemKinds[kind],
    instance: `/requests/${requestId}`,
    ...(detail ? { detail } : {}),
    ...(extras.codes ? { errors, codes: extras.codes } : {}),
    ...(extras.current === undefined ? {} : { current: extras.current }),
    ...(extras.usedBy ? { usedBy: extras.usedBy } : {}),
  };
}

// Fastify's own refusals, by status: their messages are not written for users.
const kindByStatus: Readonly<Record<number, Problem['kind']>> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-type',
  429: 'too-many-requests',
  503: 'unavailable',
};

// Whether a change was committed is not known when the connection breaks in that moment.
function outOfReach(method: string): Problem {
  const isRead = method === 'GET' || method === 'HEAD';
  return new Problem('unavailable', {
    sentence: isRead ? 'database-lost' : 'database-lost-while-changing',
    retryAfterSeconds,
  });
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStorageFull(error)) return new Problem('storage-full', { sentence: 'storage-full' });
  if (isUnreadableText(error)) return new Problem('bad-request', { sentence: 'unreadable-text' });
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    return new Problem(
      kindByStatus[error.statusCode] ?? (error.statusCode < 500 ? 'bad-request' : 'internal'),
    );
  }
  return new Problem('internal');
}
