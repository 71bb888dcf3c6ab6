import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mountOpenApi, mountOpenApiJson } from './openapi.ts';

test('a route that takes a form tells its file and its fields', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await mountOpenApi(app);
  await app.register(async (api) => {
    const formFields = z.object({ administrationId: z.string().optional() });
    api.post('/things', { config: { formFields }, schema: { consumes: ['multipart/form-data'] } }, async () => ({}));
    mountOpenApiJson(api);
  });
  const { paths } = (await app.inject('/openapi.json')).json();
  const { schema } = paths['/things'].post.requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual(['file', 'administrationId']);
  expect(schema.required).toEqual(['file']);
  await app.close();
});
