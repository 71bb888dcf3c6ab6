import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, register } from 'prom-client';

/** Measures every request by route and status class; routes, never addresses, so that no id becomes a label. */
export function measureRequests(app: FastifyInstance): void {
  const duration = new Histogram({
    name: 'balie_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe(
      { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    );
  });
}

/** `GET /metrics` for Prometheus, on a port of its own; give a host that only this machine reaches. */
export async function serveMetrics(port: number, host: string): Promise<Server> {
  collectDefaultMetrics();
  // Gauges whose names say that they are counters; the same numbers stand by type beside them.
  for (const what of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${what}_total`);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void register
      .metrics()
      .then((text) => response.writeHead(200, { 'content-type': register.contentType }).end(text));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
