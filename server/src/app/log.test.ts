import { Writable } from 'node:stream';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { quietly } from './log.ts';

test('that the port is open is no line of the log, and what follows is again', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: 'info' }, stream);
  const app = Fastify({ loggerInstance: log });
  await quietly(log, () => app.listen({ port: 0, host: '127.0.0.1' }));
  expect(lines).toEqual([]);
  app.log.info('said');
  expect(lines).toHaveLength(1);
  await expect(quietly(log, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
  expect(log.level).toBe('info');
  await app.close();
});
