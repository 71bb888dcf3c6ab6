import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from './testing/app.ts';

// The contract as programs of others read it: they are run as their users run them.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const balie = await testApp();
let folder: string;
let document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: unknown;
  readonly 'x-permission'?: readonly string[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

const run = async (program: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, program), ...args], { cwd: folder });

beforeAll(async () => {
  // Inside the checkout, so that a client finds its packages.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache', 'openapi-'));
  const { body } = await balie.anonymous.get('/openapi.json');
  document = JSON.parse(body);
  await writeFile(join(folder, 'openapi.json'), body);
});
afterAll(async () => {
  await balie.close();
  await rm(folder, { recursive: true, force: true });
});

test('every route of the API is described, with a name of its own', () => {
  const described = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':')}`),
    ),
  );
  const missing = balie.routes
    .filter(({ url }) => url.startsWith('/api/'))
    .map(({ method, url }) => `${method} ${url.replaceAll(/:\w+/g, ':')}`)
    .filter((route) => !described.has(route));
  expect(missing).toEqual([]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.filter(({ summary, tags }) => !summary || tags.length !== 1)).toEqual([]);
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['listGroups', 'approveInvoice', 'createUserOfCompany', 'exportCarpetOrders']),
  );
  // What a success answers is described: a record, a file or nothing.
  const silent = operations.filter(({ responses }) =>
    Object.entries(responses).some(([status, { content }]) => /^20[012]$/.test(status) && !content),
  );
  expect(silent.map(({ operationId }) => operationId).toSorted()).toEqual(['getHealthz', 'getReadyz']);
});

test('the strict rules of Redocly find nothing, examples included', async () => {
  const args = [
    'lint',
    '--extends=recommended-strict',
    '--format=json',
    '--max-problems=1000',
    'openapi.json',
  ];
  const { stdout } = await run('node_modules/@redocly/cli/bin/cli.js', ...args).catch(
    (failed: { stdout: string }) => failed,
  );
  const { problems }: { readonly problems: readonly unknown[] } = JSON.parse(stdout);
  expect(problems).toEqual([]);
});

test('every operation says who may, which problems there are, and shows what it takes and answers', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const silent = operations.filter(
    ({ responses, security, 'x-permission': permission }) =>
      (permission === undefined && security === undefined) ||
      !Object.keys(responses).some((status) => /^[45]/.test(status)),
  );
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  const without = operations.filter(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].some((one) => {
      const json = one?.content?.['application/json'];
      return json !== undefined && json.example === undefined;
    }),
  );
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

test('generated types have the names of the resources, and a typed client works with them', async () => {
  const generator = 'scripts/openapi/node_modules/openapi-typescript/bin/cli.js';
  await run(generator, 'openapi.json', '-o', 'types.ts');
  const types = await readFile(join(folder, 'types.ts'), 'utf8');
  expect(types).not.toMatch(/\bschema\d|__shared/);
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Group', 'GroupRow', 'GroupCreate', 'WorkOrder', 'Problem', 'LiveMessage']),
  );

  await writeFile(join(folder, 'client.ts'), client);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { lib: ['ES2024', 'DOM'], types: ['node'] },
      include: ['client.ts'],
    }),
  );
  const complaints = await run('node_modules/typescript/bin/tsc', '-p', '.').then(
    ({ stdout }) => stdout,
    ({ stdout }) => String(stdout),
  );
  expect(complaints).toBe('');

  const user = await balie.asUser({ may: ['core.groups.read', 'core.groups.create', 'core.groups.update'] });
  const address = await balie.app.listen({ port: 0, host: '127.0.0.1' });
  const { stdout } = await run(
    join('.cache', folder.slice(dirname(folder).length), 'client.ts'),
    address.replace('127.0.0.1', 'localhost'),
    user.userId,
  );
  expect(JSON.parse(stdout)).toEqual({
    made: 'Kantoor',
    listed: ['Kantoor'],
    renamed: 'Balie',
    again: 304,
    wrong: { status: 400, codes: { name: ['required'] } },
    csv: 'text/csv; charset=utf-8',
  });
});

// As somebody else would write it against the generated types.
const client = `
import createClient from 'openapi-fetch';
import type { components, paths } from './types.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
type Group = components['schemas']['Group'];

const { data: made } = await api.POST('/api/core/groups', { body: { name: 'Kantoor' } });
const group: Group | undefined = made?.result;
if (!group) throw new Error('no group');
const params = { path: { id: group.id } };
const { data: list } = await api.GET('/api/core/groups', {
  params: { query: { $top: 10, $filter: "name eq 'Kantoor'", $count: true } },
});
const { response: read } = await api.GET('/api/core/groups/{id}', { params });
const { data: saved, response } = await api.PUT('/api/core/groups/{id}', {
  params: { ...params, header: { 'If-Match': read.headers.get('etag') ?? '' } },
  body: { name: 'Balie' },
});
const { response: again } = await api.GET('/api/core/groups/{id}', {
  params: { ...params, header: { 'If-None-Match': response.headers.get('etag') ?? '' } },
});
const { error } = await api.PUT('/api/core/groups/{id}', { params, body: { name: '' } });
const { data: file, response: sent } = await api.GET('/api/core/groups/export', { parseAs: 'blob' });
console.log(
  JSON.stringify({
    made: group.name,
    listed: list?.result.map(({ name }) => name),
    renamed: saved?.result.name,
    again: again.status,
    wrong: { status: error?.status, codes: error?.codes },
    csv: file ? sent.headers.get('content-type') : null,
  }),
);
`;
