import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownMetadata } from './own-metadata.ts';
import { setStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});

afterAll(() => stage.close());

test('says the same as the discovery document', async () => {
  const reply = await app.inject({
    url: '/oidc/.well-known/openid-configuration',
    headers: { host: 'localhost' },
  });
  expect(reply.json()).toMatchObject(ownMetadata('http://localhost/oidc'));
});
