import { z } from 'zod';
import {
  fieldCodes,
  problemKinds,
  type Language,
  type ProblemBody,
  type ProblemKind,
} from '#contract/problem.ts';
import { actionHeaders } from './action-headers.ts';
import type { Session } from './session.tsx';

/** No call takes longer than this, in milliseconds (product 1.7). */
export const callTimeoutMs = 300_000;

/** A failure that the server explained: `kind` for programs, `body` with the fields and sentences for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly kind: ProblemKind;
  readonly status: number;
  readonly body: ProblemBody;

  constructor(kind: ProblemKind, body: ProblemBody) {
    super(body.detail ?? body.title);
    this.kind = kind;
    this.status = body.status;
    this.body = body;
  }
}

/** No answer came: no connection, an interrupted one, or none within the time limit. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** One call. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a FormData goes as it is. */
  readonly body?: unknown;
  /** Repeating a create with the same key returns the first answer (§B6). */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The way to the server: bearer token, language, time limit and errors are taken care of. */
export interface Http {
  /** Calls, and gives what the schema reads. Throws ProblemError, NetworkError, or ZodError for a broken answer. */
  readonly call: <S extends z.ZodType>(url: string, schema: S, options?: CallOptions) => Promise<z.output<S>>;
  /** Calls, and drops the answer's body. Throws ProblemError or NetworkError. */
  readonly send: (url: string, options?: CallOptions) => Promise<void>;
  /** The bare response of a successful call, for images, downloads and streams. Throws as `call`, but never times out. */
  readonly open: (url: string, init?: RequestInit) => Promise<Response>;
}

/** Answers that were asked for before the app was there, by address; null where none came. Each is used once. */
export type EarlyAnswers = Map<string, Promise<Response | null>>;

interface HttpOptions {
  readonly session: Session;
  readonly language: () => Language;
  readonly early?: EarlyAnswers | undefined;
  /** Asks the person for what a step requires once more; whether they gave it. */
  readonly stepUp?: ((http: Http, kind: 'step-up' | 'step-up-directory') => Promise<boolean>) | undefined;
  /** Stands in for the browser's fetch in tests. */
  readonly fetch?: typeof fetch;
}

/** Makes the way to the server for one session. */
export function createHttp({
  session,
  language,
  early,
  stepUp,
  fetch = (...args) => globalThis.fetch(...args),
}: HttpOptions): Http {
  async function send(url: string, init: RequestInit): Promise<Response> {
    const early = takeEarly(url, init);
    const ready = early && (await early);
    if (ready) return ready;
    const headers = new Headers(init.headers);
    headers.set('accept-language', language());
    const token = session.accessToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(actionHeaders())) headers.set(name, value);
    try {
      return await fetch(url, { ...init, headers });
    } catch (error) {
      // A cancelled call is nobody's failure: the one who cancelled knows.
      if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw error;
      throw new NetworkError(`no answer from ${url}`, { cause: error });
    }
  }

  function takeEarly(url: string, { method = 'GET' }: RequestInit): Promise<Response | null> | null {
    const answer = method === 'GET' ? early?.get(url) : undefined;
    early?.delete(url);
    return answer ?? null;
  }

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const renewedBefore = session.accessToken() === undefined;
    if (renewedBefore && !(await renew(url))) return toLogin(url);
    const response = await send(url, init);
    if (response.ok) return response;
    const problem = await readProblem(response);
    const { kind } = problem;
    if ((kind === 'step-up' || kind === 'step-up-directory') && (await stepUp?.(http, kind)))
      return open(url, init);
    if (problem.kind !== 'unauthenticated') throw problem;
    // A token made a moment ago and refused would be refused after a login too: no loop, say so.
    if (renewedBefore) throw problem;
    if (!(await renew(url))) return toLogin(url);
    const second = await send(url, init);
    if (second.ok) return second;
    throw await readProblem(second);
  }

  // Leaving for a login page that cannot be reached would only lose what stands on this one.
  async function renew(url: string): Promise<boolean> {
    try {
      return await session.renew();
    } catch (error) {
      throw new NetworkError(`no renewal for ${url}`, { cause: error });
    }
  }

  function toLogin(url: string): never {
    session.login();
    throw signedOut(url);
  }

  const http: Http = {
    open,
    async call(url, schema, options) {
      const response = await open(url, initOf(options));
      return z.parse(schema, await response.json());
    },
    async send(url, options) {
      const response = await open(url, initOf(options));
      // A body that nobody reads, and no cache takes, keeps its connection busy.
      await response.arrayBuffer().catch(() => undefined);
    },
  };
  return http;
}

function initOf({ method = 'GET', body, idempotencyKey, signal }: CallOptions = {}): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  const init: RequestInit = { method, headers, signal: withTimeout(signal) };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  return init;
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(callTimeoutMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

const isKind = (text: string): text is ProblemKind => text in problemKinds;

const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  instance: z.string().default(''),
  detail: z.string().exactOptional(),
  errors: z.record(z.string(), z.array(z.string())).exactOptional(),
  codes: z.record(z.string(), z.array(z.enum(fieldCodes).catch('invalid'))).exactOptional(),
  current: z.unknown().exactOptional(),
  usedBy: z
    .object({
      count: z.int(),
      first: z.array(
        z.object({
          resource: z.string(),
          kind: z.string().exactOptional(),
          id: z.string(),
          name: z.string(),
        }),
      ),
    })
    .exactOptional(),
});

/** Reads what a failed response says. A body that is no problem+json (a proxy's page) becomes one by its status. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const body = problemBody.safeParse(await response.json().catch(() => undefined));
  if (!body.success) {
    const kind = kindOfStatus(response.status);
    return new ProblemError(kind, {
      type: `/problems/${kind}`,
      title: '',
      status: response.status,
      instance: '',
    });
  }
  const kind = body.data.type.slice(body.data.type.lastIndexOf('/') + 1);
  return new ProblemError(isKind(kind) ? kind : kindOfStatus(response.status), body.data);
}

function kindOfStatus(status: number): ProblemKind {
  const kind = Object.entries(problemKinds).find(([, of]) => of === status)?.[0];
  return kind !== undefined && isKind(kind) ? kind : 'internal';
}

function signedOut(url: string): ProblemError {
  const type = '/problems/unauthenticated';
  return new ProblemError('unauthenticated', { type, title: '', status: 401, instance: url });
}
