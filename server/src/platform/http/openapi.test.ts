import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mountErrors } from './errors.ts';
import { mountOpenApi, mountOpenApiJson } from './openapi.ts';

test('a route that takes a form tells its file and its fields', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await mountOpenApi(app);
  await app.register(async (api) => {
    const formFields = z.object({ administrationId: z.string().optional() });
    api.post(
      '/things',
      { config: { formFields }, schema: { consumes: ['multipart/form-data'] } },
      async () => ({}),
    );
    const jsonBody = z.object({ name: z.string(), content: z.string() });
    api.post(
      '/both',
      { config: { jsonBody }, schema: { consumes: ['application/json', 'multipart/form-data'] } },
      async () => ({}),
    );
    mountOpenApiJson(api);
  });
  const { paths } = (await app.inject('/openapi.json')).json();
  const { schema } = paths['/things'].post.requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual(['file', 'administrationId']);
  expect(schema.required).toEqual(['file']);
  const either = paths['/both'].post.requestBody.content;
  expect(Object.keys(either['application/json'].schema.properties)).toEqual(['name', 'content']);
  expect(Object.keys(either['multipart/form-data'].schema.properties)).toEqual(['file']);
  await app.close();
});

test('the contract is at one address, which the readable reference reads', async () => {
  const app = Fastify();
  mountErrors(app);
  await mountOpenApi(app);
  await app.register(async (api) => mountOpenApiJson(api));
  const script = (await app.inject('/docs/static/swagger-initializer.js')).body;
  expect(script).toContain('/openapi.json');
  expect((await app.inject('/docs/')).statusCode).toBe(200);
  for (const copy of ['/docs/json', '/docs/json?x=1', '/docs/yaml'])
    expect((await app.inject(copy)).statusCode).toBe(404);
  expect((await app.inject('/openapi.json')).statusCode).toBe(200);
  await app.close();
});
