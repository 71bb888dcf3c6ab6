import { problemKinds, type FieldCode, type ProblemKind } from '#contract/problem.ts';
import {
  collectionUrl,
  type Parents,
  type Rec,
  type ResourceDefinition,
  type Row,
} from '#contract/resource.ts';

/** A call that a screen made. */
export interface Call {
  readonly method: string;
  /** Path with its query, decoded: `/api/core/companies?$top=50&$count=true`. */
  readonly url: string;
  readonly headers: Headers;
  /** The JSON that was sent, or the form, or undefined. */
  readonly body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** A server of the test's making: its answers have the types of the contract, and it remembers what was asked. */
export interface FakeServer {
  /** Takes the place of the browser's fetch. */
  readonly fetch: typeof fetch;
  /** Everything that was asked, in order. */
  readonly calls: readonly Call[];
  /** Answers lists of a resource with these rows, whatever the query; `count` is their number unless given. */
  readonly list: <R extends ResourceDefinition>(
    resource: R,
    parents: Parents<R>,
    rows: readonly Row<R>[],
    count?: number,
  ) => void;
  /** Answers one record by its id. */
  readonly one: <R extends ResourceDefinition>(
    resource: R,
    parents: Parents<R>,
    record: Rec<R> & { id: string },
  ) => void;
  /** Answers a verb on a path without query; the last one given wins: `on('POST', '/api/x', () => result({…}))`. */
  readonly on: (method: string, path: string, answer: Answer) => void;
}

/** An answer as the server writes it. */
export function result(value: unknown, metadata?: { readonly count: number }): Response {
  return Response.json({ result: value, ...(metadata ? { metadata } : {}) });
}

/** A refusal as the server writes it; with codes it names fields. */
export function refusal(
  kind: ProblemKind,
  extras: {
    readonly detail?: string;
    readonly errors?: Readonly<Record<string, readonly string[]>>;
    readonly codes?: Readonly<Record<string, readonly FieldCode[]>>;
    readonly current?: unknown;
  } = {},
): Response {
  const status = problemKinds[kind];
  const body = { type: `/problems/${kind}`, title: kind, status, instance: '/requests/test', ...extras };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

/** A server that knows nothing yet: whatever a test does not give it is 404. */
export function fakeServer(): FakeServer {
  const answers = new Map<string, Answer>();
  const calls: Call[] = [];
  const on = (method: string, path: string, answer: Answer) => void answers.set(`${method} ${path}`, answer);
  return {
    calls,
    on,
    list(resource, parents, rows, count = rows.length) {
      on('GET', collectionUrl(resource, parents), () => result(rows, { count }));
    },
    one(resource, parents, record) {
      on('GET', `${collectionUrl(resource, parents)}/${encodeURIComponent(record.id)}`, () => result(record));
    },
    fetch: async (input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input);
      const { body } = init;
      const call: Call = {
        method: init.method ?? 'GET',
        url: decodeURIComponent(url),
        headers: new Headers(init.headers),
        body: typeof body === 'string' ? JSON.parse(body) : (body ?? undefined),
      };
      calls.push(call);
      const path = url.split('?', 1)[0] ?? '';
      return (await answers.get(`${call.method} ${path}`)?.(call)) ?? refusal('not-found');
    },
  };
}
