import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mountErrors } from '../errors.ts';
import { mountSchemas } from '../schemas.ts';
import { mountOpenApi } from './mount-openapi.ts';

async function documentOf(mount: (api: FastifyInstance) => void) {
  const app = Fastify();
  mountSchemas(app);
  mountErrors(app);
  await mountOpenApi(app);
  mount(app);
  const document = (await app.inject('/openapi.json')).json();
  await app.close();
  return document;
}

test('a route that takes a form tells its file and its fields', async () => {
  const { paths, components } = await documentOf((api) => {
    const formFields = z.object({ administrationId: z.string().optional() });
    api.post(
      '/api/things',
      { config: { formFields }, schema: { consumes: ['multipart/form-data'] } },
      async () => ({}),
    );
    const jsonBody = z.object({ name: z.string(), content: z.string() });
    api.post(
      '/api/both',
      { config: { jsonBody }, schema: { consumes: ['application/json', 'multipart/form-data'] } },
      async () => ({}),
    );
  });
  const [file, fields] = paths['/api/things'].post.requestBody.content['multipart/form-data'].schema.allOf;
  expect(file).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  });
  expect(fields).toEqual({ $ref: '#/components/schemas/CreateThingsBody' });
  expect(Object.keys(components.schemas.CreateThingsBody.properties)).toEqual(['administrationId']);
  const either = paths['/api/both'].post.requestBody.content;
  expect(either['application/json'].schema).toEqual({ $ref: '#/components/schemas/CreateBothBody' });
  expect(Object.keys(either['multipart/form-data'].schema.properties)).toEqual(['file']);
});

test('what comes in has a name of its own where it differs from what goes out', async () => {
  const { components } = await documentOf((api) => {
    const same = z.object({ name: z.string() });
    const thing = z.object({ name: z.string().default('x'), same });
    const schema = { body: thing, response: { 200: z.object({ result: thing }) } };
    api.post('/api/things', { schema }, async () => ({ result: { name: '', same: { name: '' } } }));
    const other = { body: same, response: { 200: z.object({ result: same }) } };
    api.post('/api/others', { schema: other }, async () => ({ result: { name: '' } }));
  });
  expect(components.schemas).toMatchObject({
    CreateThingsBody: { required: ['name', 'same'] },
    CreateThingsBodyInput: {
      required: ['same'],
      properties: { same: { $ref: '#/components/schemas/CreateOthersBody' } },
    },
    CreateOthersBody: { required: ['name'] },
  });
  expect(components.schemas).not.toHaveProperty('CreateOthersBodyInput');
});

test('the contract is at one address, which the readable reference reads', async () => {
  const app = Fastify();
  mountErrors(app);
  await mountOpenApi(app);
  const script = (await app.inject('/docs/static/swagger-initializer.js')).body;
  expect(script).toContain('/openapi.json');
  expect((await app.inject('/docs/')).statusCode).toBe(200);
  for (const copy of ['/docs/json', '/docs/json?x=1', '/docs/yaml'])
    expect((await app.inject(copy)).statusCode).toBe(404);
  expect((await app.inject('/openapi.json')).statusCode).toBe(200);
  await app.close();
});
