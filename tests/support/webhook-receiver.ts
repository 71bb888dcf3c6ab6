import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { event } from '#contract/core/events.ts';
import { portOf } from '#server/app/listen.ts';

/** Whoever webhooks are sent to, as a company writes it: with the verifier of Standard Webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  /** How often each id came. */
  readonly times: ReadonlyMap<string, number>;
  /** Ids of events by record, in the order in which they came first. */
  readonly byRecord: ReadonlyMap<string, readonly string[]>;
  /** Records by the type of their events. */
  readonly recordsOf: (type: string) => ReadonlySet<string>;
  /** What no secret verifies, or whose id is not that of its event. */
  forged(): number;
  /** What was answered with 503 at first. */
  refused(): number;
  /** How many came again. */
  repeats(): number;
  /** The secret that verifies from now on. */
  secret: string;
  close(): Promise<void>;
}

/** Starts one; it fails now and then at first, so that what is tried again is killed too. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const times = new Map<string, number>();
  const byRecord = new Map<string, string[]>();
  const byType = new Map<string, Set<string>>();
  const counted = { forged: 0, refused: 0 };
  const state = { secret: '' };
  const take = (id: string, headers: Record<string, string>, body: string) => {
    const { type, data } = event.parse(new Webhook(state.secret).verify(body, headers));
    if (data.eventId !== id) counted.forged += 1;
    if (!times.has(id)) byRecord.set(data.id, [...(byRecord.get(data.id) ?? []), id]);
    byType.set(type, (byType.get(type) ?? new Set()).add(data.id));
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      if (!times.has(id) && counted.refused < 200 && Math.random() < 0.02) {
        counted.refused += 1;
        response.writeHead(503).end();
        return;
      }
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      try {
        take(id, Object.fromEntries(headers), Buffer.concat(parts).toString('utf8'));
      } catch {
        counted.forged += 1;
      }
      times.set(id, (times.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/in`,
    times,
    byRecord,
    recordsOf: (type) => byType.get(type) ?? new Set(),
    forged: () => counted.forged,
    refused: () => counted.refused,
    repeats: () => [...times.values()].reduce((sum, count) => sum + count - 1, 0),
    get secret() {
      return state.secret;
    },
    set secret(secret) {
      state.secret = secret;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
