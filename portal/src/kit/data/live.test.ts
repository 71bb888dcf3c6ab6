import { waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { eventsOf, followChanges } from './live.ts';
import { invalidateResource } from './resource-hooks.ts';

test('events are read however the stream is split, comments are skipped', async () => {
  const parts = [
    ': hello\n\nda',
    'ta: {"resource":"a"}\n',
    '\ndata: one\r\ndata: two\r\n\r\n',
    'event: x\nid: 4\n\ndata: rest',
  ];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of eventsOf(new Response(stream))) events.push(event);
  expect(events).toEqual(['{"resource":"a"}', 'one\ntwo']);
});

test('a change makes the answers of that resource old, and of what lies below it, and no others', async () => {
  const client = new QueryClient();
  const keys = [
    'fmmodule/invoices',
    'fmmodule/invoices/pages',
    'fmmodule/invoicerecognition',
    'core/companies',
  ];
  for (const path of keys) client.setQueryData(['sanne', 'nl', path, 'list'], []);
  await invalidateResource(client, 'fmmodule/invoices');
  const old = keys.filter((path) => client.getQueryState(['sanne', 'nl', path, 'list'])?.isInvalidated);
  expect(old).toEqual(['fmmodule/invoices', 'fmmodule/invoices/pages']);
});

afterEach(() => vi.restoreAllMocks());

/** A page that listens, with one answer in its store. The server says of each line what `says` gives it by its address. */
function listening(says: (url: string) => string[]) {
  const client = new QueryClient();
  const key = ['sanne', 'nl', 'fmmodule/invoices', 'list'];
  client.setQueryData(key, []);
  const asked: URL[] = [];
  const heard: (string | undefined)[] = [];
  const open = (url: string, { signal }: RequestInit = {}) => {
    asked.push(new URL(url, 'http://balie.example'));
    const start = (line: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
      for (const data of says(url)) line.enqueue(new TextEncoder().encode(`data: ${data}\n\n`));
      signal?.addEventListener('abort', () => line.error(signal.reason));
    };
    return Promise.resolve(new Response(new ReadableStream({ start })));
  };
  const builds: string[] = [];
  const stop = followChanges(
    { open },
    client,
    (resource) => heard.push(resource),
    (build) => builds.push(build),
  );
  return { asked, heard, builds, stop, isOld: () => client.getQueryState(key)?.isInvalidated };
}

test('what happened while the page was drawn is asked for with the line, whose opening alone makes nothing old', async () => {
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 4000);
  const quiet = listening(() => ['{"resource":"core/companies"}']);
  await waitFor(() => expect(quiet.heard).toEqual(['core/companies']));
  const since = Number(quiet.asked[0]?.searchParams.get('since'));
  expect(since).toBeGreaterThanOrEqual(6000);
  expect(since).toBeLessThan(10_000);
  expect(quiet.isOld()).toBe(false);
  quiet.stop();

  const busy = listening(() => ['{"resource":"fmmodule/invoices"}']);
  await waitFor(() => expect(busy.isOld()).toBe(true));
  busy.stop();
});

test('where the server cannot know what was missed, and on a later line, all is asked again', async () => {
  const unknown = listening(() => ['{"isGap":true}']);
  await waitFor(() => expect(unknown.heard).toEqual([undefined]));
  expect(unknown.isOld()).toBe(true);
  unknown.stop();

  const hidden = vi.spyOn(document, 'hidden', 'get');
  const back = listening(() => []);
  await waitFor(() => expect(back.asked).toHaveLength(1));
  for (const now of [true, false]) {
    hidden.mockReturnValue(now);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  await waitFor(() => expect(back.heard).toEqual([undefined]));
  expect(back.asked.map(({ searchParams }) => searchParams.has('since'))).toEqual([true, false]);
  expect(back.isOld()).toBe(true);
  back.stop();
});

test('which build of the portal the server gives is passed on, and makes nothing old', async () => {
  const line = listening(() => ['{"build":"ab12cd34"}', '{"build":7}', '{"resource":"core/companies"}']);
  await waitFor(() => expect(line.heard).toEqual(['core/companies']));
  expect(line.builds).toEqual(['ab12cd34']);
  expect(line.isOld()).toBe(false);
  line.stop();
});
