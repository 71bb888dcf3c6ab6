import type { QueryClient } from '@tanstack/react-query';
import { isAway } from './connection.ts';
import { NetworkError, type Http } from './http.ts';
import { invalidateResource } from './resource-hooks.ts';

/** Where the server publishes changes. */
const eventsUrl = '/api/identity/events';
const firstWaitMs = 1_000;
const maxWaitMs = 15_000;
const inFlightMs = 2000;

/**
 * Receives the changes that the server publishes (`{ resource: 'fmmodule/invoices' }`) and marks those answers as old.
 * Server-sent events over fetch, since EventSource cannot carry a token. Reconnects with increasing delay, and marks
 * everything as old after a gap. A hidden page closes its connection: browsers allow an origin only six, for all tabs
 * together. Changes since this page was opened come first, however late it subscribes. `onChange` receives the resource,
 * or undefined after a gap; `onBuild` which portal the server gives. Returns a function that stops.
 */
export function followChanges(
  http: Pick<Http, 'open'>,
  client: QueryClient,
  onChange: (resource: string | undefined) => void = () => undefined,
  onBuild: (build: string) => void = () => undefined,
): () => void {
  const stop = new AbortController();
  void follow(http, client, { onChange, onBuild }, stop.signal);
  return () => stop.abort();
}

interface Hearers {
  readonly onChange: (resource: string | undefined) => void;
  readonly onBuild: (build: string) => void;
}

async function follow(http: Pick<Http, 'open'>, client: QueryClient, hearers: Hearers, stopped: AbortSignal) {
  let wait = firstWaitMs;
  for (let isFirst = true; !stopped.aborted;) {
    if (document.hidden) await nextVisibilityChange(stopped);
    if (document.hidden) continue;
    const hidden = new AbortController();
    void nextVisibilityChange(stopped).then(() => hidden.abort());
    try {
      const signal = AbortSignal.any([stopped, hidden.signal]);
      const url = isFirst ? `${eventsUrl}?since=${pageAgeMs()}` : eventsUrl;
      const response = await http.open(url, { headers: { accept: 'text/event-stream' }, signal });
      if (!isFirst) invalidateAll(client, hearers);
      isFirst = false;
      isAway.set(false);
      wait = firstWaitMs;
      for await (const data of eventsOf(response)) handle(data, client, hearers);
    } catch (error) {
      // Hidden, no connection, or no permission: tried again later. Once is a server that starts again.
      const isHidden = stopped.aborted || hidden.signal.aborted;
      if (error instanceof NetworkError && !isHidden && wait > firstWaitMs) isAway.set(true);
    }
    if (hidden.signal.aborted) continue;
    await pause(wait + Math.random() * wait, stopped);
    wait = Math.min(wait * 2, maxWaitMs);
  }
}

function nextVisibilityChange(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stopped });
    stopped.addEventListener('abort', () => resolve(), { once: true });
  });
}

// No answer on the page is older than the page; a little more, for answers in flight.
function pageAgeMs(): number {
  return Math.max(0, Math.round(Date.now() - performance.timeOrigin)) + inFlightMs;
}

// Events during a gap are unknown.
function invalidateAll(client: QueryClient, { onChange }: Hearers) {
  void client.invalidateQueries();
  onChange(undefined);
}

function handle(data: string, client: QueryClient, hearers: Hearers) {
  const message: unknown = safeJson(data);
  if (typeof message !== 'object' || message === null) return;
  if (Reflect.get(message, 'isGap') === true) invalidateAll(client, hearers);
  const build: unknown = Reflect.get(message, 'build');
  if (typeof build === 'string') hearers.onBuild(build);
  const resource: unknown = Reflect.get(message, 'resource');
  if (typeof resource !== 'string') return;
  void invalidateResource(client, resource);
  hearers.onChange(resource);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The data of each event in a stream of server-sent events; comments and other fields are skipped. */
export async function* eventsOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  let rest = '';
  for await (const chunk of chunksOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => line.startsWith('data:'));
      if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
    }
  }
}

// Not every browser iterates streams by itself yet.
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    reader.releaseLock();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
