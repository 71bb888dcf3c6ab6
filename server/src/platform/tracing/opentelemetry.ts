import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { TracingSettings } from './settings.ts';
import type { Action, Span, Tracing } from './tracing.ts';

const closeWithinMs = 2000;
const scope = { name: 'balie' };
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Tracing by the OpenTelemetry SDK over OTLP/HTTP (decision 0157). The only file that imports it, so that a product
 * without a collector loads nothing of it. A collector that does not answer costs one line of the log until it does;
 * what waits for it is bounded, and dropped beyond that.
 */
export function openTracing(
  settings: TracingSettings,
  about: { readonly process: 'server' | 'worker'; readonly version: string },
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Tracing {
  const resourceOf = (part: string) =>
    defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `balie-${part}`, 'service.version': about.version }))
      .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({
    exporter: sayingOnce(new OTLPTraceExporter({ url: settings.url }), settings.url, log),
    scheduledDelayMillis: settings.delayMs,
  });
  const sampler = samplerOf(settings);
  const provider = new TracerProvider({
    sampler,
    resource: resourceOf(about.process),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer(scope.name);
  const around = new AsyncLocalStorage<Span>();
  const contexts = new WeakMap<Span, Context>();
  const browser = resourceOf('portal');

  const spanOf = (span: OtelSpan): Span => {
    const context = span.spanContext();
    const made: Span = {
      traceId: context.traceId,
      traceparent: `00-${context.traceId}-${context.spanId}-0${context.traceFlags & TraceFlags.SAMPLED}`,
      isRecorded: span.isRecording(),
      run: (work) => around.run(made, work),
      end(attributes = {}, error) {
        span.setAttributes(attributes);
        if (error !== undefined) {
          span.setAttribute('error.type', error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
    contexts.set(made, trace.setSpan(ROOT_CONTEXT, span));
    return made;
  };
  const contextAround = () => {
    const span = around.getStore();
    return (span && contexts.get(span)) ?? ROOT_CONTEXT;
  };

  return {
    begin(name, { kind, attributes = {}, parent }) {
      const remote = readTraceparent(parent);
      const above = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : contextAround();
      return spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, above));
    },
    current: () => around.getStore(),
    recordAction(action, request, traceparent) {
      const context = readTraceparent(traceparent);
      if (context && request.isRecorded) processor.onEnd(actionSpan(action, context, browser));
    },
    async close() {
      const closed = provider.shutdown().catch(() => undefined);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeWithinMs);
      await Promise.race([closed, late]);
      clearTimeout(timer);
    },
  };
}

const format = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = format.exec(text ?? '') ?? [];
  const context = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(context) ? context : undefined;
}

function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  switch (sampler) {
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: root.always_on() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: root.always_off() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root.traceidratio() });
    default:
      return root[sampler]();
  }
}

// The browser chose its ids, which a tracer would not take.
function actionSpan(
  { name, attributes, beganAt }: Action,
  context: SpanContext,
  resource: ReadableSpan['resource'],
): ReadableSpan {
  const endedAt = Math.max(beganAt, Date.now());
  return {
    name,
    kind: SpanKind.CLIENT,
    spanContext: () => ({ ...context, isRemote: false, traceFlags: TraceFlags.SAMPLED }),
    startTime: timeOf(beganAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - beganAt),
    status: { code: SpanStatusCode.UNSET },
    attributes: { ...attributes },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const timeOf = (ms: number): [seconds: number, nanoseconds: number] => [
  Math.floor(ms / 1000),
  Math.round((ms % 1000) * 1e6),
];

/** An exporter that says once that the collector is away, and once that it is back. */
function sayingOnce(
  exporter: OTLPTraceExporter,
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway)
          log.warn({ err: result.error, url }, 'the collector of traces does not answer');
        if (!failed && isAway) log.info({ url }, 'the collector of traces answers again');
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
