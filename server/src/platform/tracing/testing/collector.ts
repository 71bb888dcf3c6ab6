import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((given) =>
    Object.fromEntries(given.map(({ key, value: of }) => [key, of.stringValue ?? of.intValue])),
  );
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  status: z.object({ code: z.number().optional() }).optional(),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as it arrived, with the service that sent it. */
export type ReceivedSpan = z.output<typeof span> & { readonly service: string };

/** A collector that takes traces by OTLP over HTTP, in JSON. */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The spans right below one. */
  below(parent: ReceivedSpan): ReceivedSpan[];
  /** What it does with the next requests: takes them, refuses them, or never answers. */
  mood: 'takes' | 'refuses' | 'hangs';
  /** How many requests wait for an answer that never comes. */
  hanging(): number;
  close(): void;
}

/** Starts a collector on a free port of this machine. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const waiting = new Set<ServerResponse>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (collector.mood === 'hangs') {
        waiting.add(response);
        response.on('close', () => waiting.delete(response));
        return;
      }
      if (collector.mood === 'refuses' || incoming.url !== '/v1/traces') return response.writeHead(400).end();
      const sent = request.parse(JSON.parse(Buffer.concat(chunks).toString()));
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        const service = String(resource.attributes['service.name']);
        for (const each of scopeSpans.flatMap((given) => given.spans)) spans.push({ ...each, service });
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    // It listens on a port.
    url: `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`,
    spans,
    below: ({ traceId, spanId }) =>
      spans.filter((each) => each.traceId === traceId && each.parentSpanId === spanId),
    mood: 'takes',
    hanging: () => waiting.size,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}
