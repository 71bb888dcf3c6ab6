/** What a span says of itself: names, kinds and numbers, never a value that somebody entered. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A span that was begun: a piece of work with its times, below the one that asked for it. */
export interface Span {
  /** The trace that it belongs to, in 32 hexadecimal digits. */
  readonly traceId: string;
  /** What another process takes as the parent of its spans, as W3C Trace Context has it. */
  readonly traceparent: string;
  /** Whether it is sent to the collector. */
  readonly isRecorded: boolean;
  /** Runs work whose spans stand below this one. */
  run<Result>(work: () => Result): Result;
  /** Ends it, once; `error` names the kind of a failure. */
  end(attributes?: Attributes, error?: string): void;
}

/** What a span begins with. */
export interface SpanStart {
  /** `server` answers a request, `client` asks another program, `consumer` works on a job. */
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** A `traceparent` from outside of this process; absent, or not readable: the span around it. */
  readonly parent?: string | undefined;
}

/** Somebody's action in a browser, which is told behind its first request and is the root of its trace. */
export interface Action {
  readonly name: string;
  readonly attributes: Attributes;
  /** When it began, in ms since 1970. */
  readonly beganAt: number;
}

/** Makes spans and sends them to a collector. */
export interface Tracing {
  begin(name: string, start: SpanStart): Span;
  /** The span around the code that asks. */
  current(): Span | undefined;
  /** Tells the action that a recorded request names as its parent. */
  recordAction(action: Action, request: Span, traceparent: string): void;
  /** Sends what was recorded, within two seconds, and stops. */
  close(): Promise<void>;
}

let active: Tracing | undefined;

/** Switches tracing on in this process, or off. Whoever began it ends it. */
export function setTracing(tracing: Tracing | undefined): void {
  active = tracing;
}

/** The trace around the code that asks, for lines of the log; empty where there is none. */
export function traceFields(): { readonly trace_id?: string } {
  const span = active?.current();
  return span === undefined ? {} : { trace_id: span.traceId };
}

// The first table that it names says more than its first words.
const target = /\b(?:from|into|update|join)\s+"?([a-z_]\w*(?:"?\."?\w+)?)"?/i;
const maxText = 4000;

/** Begins the span of a statement below one that is recorded, and gives what ends it. Never with its parameters. */
export function beginStatement(text: string): ((error?: Error | null) => void) | undefined {
  if (active?.current()?.isRecorded !== true) return undefined;
  const verb = (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase();
  const [, table] = target.exec(text) ?? [];
  const span = active.begin(table === undefined ? verb : `${verb} ${table.replaceAll('"', '')}`, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.query.text': text.slice(0, maxText),
    },
  });
  return (error) => span.end({}, error ? codeOf(error) : undefined);
}

/** Adds to the data of a job which trace it was sent in. */
export function withTrace<Data extends object>(data: Data): Data {
  const span = active?.current();
  return span === undefined ? data : { ...data, traceparent: span.traceparent };
}

/** A job as the queue gives it. */
export interface TracedJob<Data extends object> {
  readonly kind: string;
  readonly id: string;
  readonly retry: number;
  readonly data: Data;
}

/** Works on a job in a span below what sent it. The data comes without what `withTrace` added, whoever sent it. */
export async function traceJob<Data extends object>(
  { kind, id, retry, data: given }: TracedJob<Data>,
  work: (data: Data) => Promise<void>,
): Promise<void> {
  const { data, traceparent } = withoutTrace(given);
  if (active === undefined) return work(data);
  const span = active.begin(`process ${kind}`, {
    kind: 'consumer',
    parent: traceparent,
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': kind,
      'messaging.message.id': id,
      'balie.job.retry': retry,
    },
  });
  try {
    await span.run(() => work(data));
    span.end();
  } catch (error) {
    span.end({}, error instanceof Error ? codeOf(error) : typeof error);
    throw error;
  }
}

function withoutTrace<Data extends object>(data: Data): { data: Data; traceparent?: string } {
  if (!('traceparent' in data) || typeof data.traceparent !== 'string') return { data };
  const { traceparent } = data;
  const own = { ...data };
  Reflect.deleteProperty(own, 'traceparent');
  return { data: own, traceparent };
}

// A message could hold what somebody entered.
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
