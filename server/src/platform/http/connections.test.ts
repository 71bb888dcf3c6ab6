import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionLimits } from './connections.ts';

const headersMs = 1500;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify(connectionLimits({ headersMs, checkMs: 50 }));
  app.post<{ Body: { text: string } }>('/', async ({ body }) => ({ length: body.text.length }));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** Sends a piece every now and then until the other side ends the connection. */
function dribble(socket: Socket, pieces: Iterable<string>): void {
  const left = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value, done } = left.next();
    if (done !== true && socket.writable) socket.write(value);
    else clearInterval(timer);
  }, 100);
  socket.on('close', () => clearInterval(timer));
  // What arrives after the end has nowhere to go.
  socket.on('error', () => undefined);
}

function* headersWithoutEnd(): Generator<string> {
  for (let count = 0; ; count += 1) yield `x-header-${count}: x\r\n`;
}

test('the limits of the product are 15 s for headers and 300 s for a request', () => {
  expect(Fastify(connectionLimits()).server).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 300_000,
  });
});

test.concurrent.for([
  ['half a request line', 'POST /', []],
  ['headers that never end', 'POST / HTTP/1.1\r\nhost: x\r\n', headersWithoutEnd()],
] as const)('a client that sends %s is ended', async ([, first, rest], { expect }) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(first);
  dribble(socket, rest);
  const answer = await readAll(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"/problems/request-timeout"');
  expect(answer).toContain('cache-control: no-store');
});

test.concurrent('a connection that nothing comes by is closed without a word', async ({ expect }) => {
  expect(await readAll(connect(port, '127.0.0.1'))).toBe('');
});

test.concurrent('so is one that stops in the middle of its second request', async ({ expect }) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"text":"x"}POST / HT',
  );
  const answer = await readAll(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('HTTP/1.1 408 ');
});

test.concurrent('a body may take longer than headers', async ({ expect }) => {
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ text: 'x'.repeat(10) });
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const began = performance.now();
  dribble(socket, body);
  const answer = await readAll(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('{"length":10}');
  expect(performance.now() - began).toBeGreaterThan(headersMs);
});
