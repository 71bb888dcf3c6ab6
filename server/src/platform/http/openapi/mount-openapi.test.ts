import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mountDeprecation } from '../deprecation.ts';
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

test('what takes and answers JSON has an example that the contract accepts', async () => {
  const { paths } = await documentOf((api) => {
    const even = z.int().refine((value) => value % 2 === 0);
    const period = z.object({
      from: z.iso.date(),
      iban: z.string().regex(/^NL\d{2}/),
      count: even.min(2),
      kind: z.enum(['a', 'b']),
      note: z.string().max(3).nullable(),
      parts: z.array(z.object({ id: z.string() })).min(1),
    });
    const schema = { body: period, response: { 200: z.object({ result: period }) } };
    api.post('/api/periods', { schema }, async () => ({ result: {} }));
    api.post('/api/nobody', { schema: { body: z.object({ x: z.never() }) } }, async () => ({}));
  });
  const { requestBody, responses } = paths['/api/periods'].post;
  const example = requestBody.content['application/json'].example;
  expect(example).toMatchObject({ from: '2026-11-21', count: 2, kind: 'a', note: 'Exa' });
  expect(responses['200'].content['application/json'].example).toEqual({ result: example });
  expect(paths['/api/nobody'].post.requestBody.content['application/json']).not.toHaveProperty('example');
});

test('a route that goes says so in the contract and in its answers', async () => {
  const app = Fastify();
  mountErrors(app);
  mountDeprecation(app);
  await mountOpenApi(app);
  const deprecated = { since: '2026-11-01', sunset: '2027-11-01', instead: '/api/new' };
  app.get('/api/old', { config: { deprecated } }, async () => ({}));
  app.get('/api/new', async () => ({}));
  const { headers } = await app.inject('/api/old');
  expect(headers).toMatchObject({
    deprecation: '@1793491200',
    sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
    link: '</api/new>; rel="successor-version"',
  });
  expect((await app.inject('/api/new')).headers).not.toHaveProperty('deprecation');
  const { paths } = (await app.inject('/openapi.json')).json();
  expect(paths['/api/old'].get).toMatchObject({ deprecated: true, 'x-sunset': '2027-11-01' });
  expect(paths['/api/new'].get).not.toHaveProperty('deprecated');
  await app.close();
});
