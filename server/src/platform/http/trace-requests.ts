import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '../tracing/tracing.ts';

/** What a portal sends beside `traceparent` with the first request of an action (`kit/data/actions.ts`). */
export const actionHeader = 'x-action';

// Files without a question to the database, and what monitors ask all the time.
const untraced = new Set<unknown>(['health', 'static']);
const eventStream = 'text/event-stream';

/**
 * A span for each request, below the one that its `traceparent` names, with the route and never the address. Everything
 * that the request does happens inside of it. The answer says the trace in `traceresponse`.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    if (untraced.has(config.public) || config.file === eventStream) return done();
    const parent = textOf(request.headers['traceparent']);
    const now = Date.now();
    const span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      parent,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'balie.request.id': request.id,
      },
    });
    spans.set(request, span);
    reply.header('traceresponse', span.traceparent);
    const action = readAction(textOf(request.headers[actionHeader]), now);
    if (action !== null && parent !== undefined) tracing.recordAction(action, span, parent);
    span.run(done);
  });
  // What reads a body goes on where its bytes came in.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    spans
      .get(request)
      ?.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}

// `120 click button /fmmodule/invoices/:id`: ms since it, what it was, on what, on which screen.
const written = /^(\d{1,5}) (click|key|change|drop) ([a-z]{1,20}) (\/[\w/:.-]{0,200})$/;

function readAction(text: string | undefined, now: number) {
  const [, ms, name, element, screen] = written.exec(text ?? '') ?? [];
  if (name === undefined || element === undefined || screen === undefined) return null;
  return {
    name,
    attributes: { 'balie.element': element, 'balie.screen': screen },
    beganAt: now - Number(ms),
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
