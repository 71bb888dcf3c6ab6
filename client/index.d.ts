import type { components, paths } from './api.d.ts';

export type { components, operations, paths } from './api.d.ts';

/** The schemas of the API by name: `Schema<'Invoice'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A refusal by the server (RFC 9457), or an answer that is none of its own. Its message is a sentence for people. */
export declare class BalieError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Which problem: `validation`, `not-found`; null where something else answered. */
  readonly kind: string | null;
  /** What is wrong with which field, for programs. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
  readonly problem: Schema<'Problem'> | null;
}

/** What a webhook was sent with does not fit its secret. */
export declare class WebhookError extends Error {}

type Method = 'get' | 'post' | 'put' | 'delete';
/** The paths that have a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths] &
  string;

type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type JsonIn<T> = T extends { content: { 'application/json': infer J } } ? J : never;
type Responses<O> = O extends { responses: infer R } ? R : never;
/** What an operation answers. */
export type Answer<P extends keyof paths, M extends Method> = JsonIn<
  Responses<OperationOf<P, M>>[keyof Responses<OperationOf<P, M>> & (200 | 201 | 202)]
>;
type BodyOf<O> = O extends { requestBody?: infer B } ? JsonIn<NonNullable<B>> : never;
type ParametersOf<O, In extends string> = O extends { parameters: infer A }
  ? In extends keyof A
    ? NonNullable<A[In]>
    : never
  : never;

interface Common {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What a call takes: what stands in the braces of its path, behind its question mark, and in its body. */
export type CallOptions<P extends keyof paths, M extends Method> = Common & {
  readonly query?: ParametersOf<OperationOf<P, M>, 'query'>;
} & ([ParametersOf<OperationOf<P, M>, 'path'>] extends [never]
    ? { readonly params?: never }
    : { readonly params: ParametersOf<OperationOf<P, M>, 'path'> }) &
  (M extends 'post' | 'put'
    ? { readonly body?: BodyOf<OperationOf<P, M>> | FormData }
    : { readonly body?: never }) &
  (M extends 'post'
    ? {
        /** A name of your own for what this does: the server does it once, also in another run. */
        readonly idempotencyKey?: string;
      }
    : { readonly idempotencyKey?: never });

type Arguments<P extends keyof paths, M extends Method> =
  Record<never, never> extends CallOptions<P, M>
    ? [options?: CallOptions<P, M>]
    : [options: CallOptions<P, M>];
type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Arguments<P, M>
) => Promise<Answer<P, M>>;

/** The paths of lists: those that take `$top` and `$skip`. */
export type ListPath = {
  [P in PathsWith<'get'>]: [ParametersOf<OperationOf<P, 'get'>, 'query'>] extends [never]
    ? never
    : '$skip' extends keyof ParametersOf<OperationOf<P, 'get'>, 'query'>
      ? P
      : never;
}[PathsWith<'get'>];
type RowOf<P extends ListPath> = Answer<P, 'get'> extends { result: readonly (infer R)[] } ? R : never;

/** A file to upload. */
export interface UploadFile {
  readonly name: string;
  readonly data: Blob | Uint8Array<ArrayBuffer>;
}

/** An event of the feed, with its place. */
export type BalieEvent = Answer<'/api/events', 'get'>['result'][number];

/** The API of one company, as one caller. */
export interface Balie {
  /** Calls that fail for a moment (429, 5xx, no connection) are tried again. */
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly delete: Call<'delete'>;
  /** A file, such as a download: the answer as it comes. */
  readonly file: <P extends PathsWith<'get'>>(path: P, ...options: Arguments<P, 'get'>) => Promise<Response>;
  /** All rows of a list, asked page by page as they are read. */
  readonly list: <P extends ListPath>(
    path: P,
    ...options: Arguments<P, 'get'>
  ) => AsyncIterableIterator<RowOf<P>>;
  /** Sends in documents, at most what the server takes in one request. */
  readonly upload: (
    files: UploadFile | readonly UploadFile[],
    options?: {
      /** Which administration they are for; absent: what is read on them decides. */
      readonly administrationId?: string | undefined;
      readonly idempotencyKey?: string;
      readonly signal?: AbortSignal;
    },
  ) => Promise<Answer<'/api/fmmodule/documents', 'post'>['result']>;
  /** Waits until a document was read and its invoice made; with a state that says how that went. */
  readonly waitFor: (
    documentId: string,
    options?: { readonly timeoutMs?: number; readonly everyMs?: number; readonly signal?: AbortSignal },
  ) => Promise<Schema<'Document'>>;
  /** What happened after a place in the feed, in order; with `follow` it goes on asking. Keep the last `cursor`. */
  readonly events: (options?: {
    readonly after?: string | undefined;
    readonly companyId?: string;
    readonly follow?: boolean;
    readonly everyMs?: number;
    readonly signal?: AbortSignal;
  }) => AsyncIterableIterator<BalieEvent>;
}

/** Opens the API: `createBalie({ address: 'https://fm.example', key: process.env.BALIE_KEY })`. */
export declare function createBalie(options: {
  /** `https://…`, without a path. */
  readonly address: string | URL;
  /** An API key (`balie_live_…`), or an access token. */
  readonly key: string;
  /** Of sentences for people. */
  readonly language?: 'nl' | 'en';
  /** How often a call that failed for a moment is tried again; 4. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}): Balie;

/** An event as a webhook brings it. */
export type WebhookEvent = Omit<BalieEvent, 'cursor' | 'type'> & {
  readonly type: BalieEvent['type'] | 'webhook.test';
};

/**
 * The event that a webhook brought, once its signature fits.
 *
 * @param secrets one, or two while you change them
 * @param body exactly as it came
 * @throws WebhookError when it is not of this secret, or older than five minutes
 */
export declare function verifyWebhook(
  secrets: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  options?: { readonly now?: number; readonly toleranceSeconds?: number },
): WebhookEvent;
