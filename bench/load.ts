import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';

/** One request of a load: `n` counts up and never repeats. */
export interface Shot {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: number;
}

/** What a load measured. */
export interface Figures {
  /** Requests that were answered. */
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Average number of runnable processes on the machine in the last minute. */
  readonly load: number;
}

/** Sends requests over kept-alive connections for a time, or so many; any other status than expected is an error. */
export async function load(
  shotOf: (n: number) => Shot,
  limits: { readonly connections: number; readonly ms: number; readonly most?: number },
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: limits.connections });
  const times: number[] = [];
  const began = performance.now();
  let next = 0;
  const isOver = () => performance.now() - began > limits.ms || next >= (limits.most ?? Infinity);
  await Promise.all(
    Array.from({ length: limits.connections }, async () => {
      while (!isOver()) {
        next += 1;
        const at = performance.now();
        await send(agent, shotOf(next));
        times.push(performance.now() - at);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    load: loadavg()[0] ?? 0,
  };
}

function send(agent: Agent, shot: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, port, path, headers = {}, body } = shot;
    const sent = request({ agent, method, port, path, host: '127.0.0.1', headers }, (answer) => {
      const isExpected = answer.statusCode === shot.expect;
      let text = '';
      answer.on('data', (chunk) => {
        if (!isExpected) text += String(chunk);
      });
      answer.on('end', () =>
        isExpected
          ? resolve()
          : reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
