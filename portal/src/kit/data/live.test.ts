import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { eventsOf } from './live.ts';
import { invalidateResource } from './resource-hooks.ts';

test('events are read however the stream is cut, comments are passed over', async () => {
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
