import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { type Balie, BalieError, createBalie, verifyWebhook, WebhookError } from '../../../client/index.js';
import { portOf } from './listen.ts';
import { testApp } from './testing/app.ts';
import { clientTypes } from './testing/client-types.ts';

// The client as others use it: against a listening server, and as the package that they install.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const world = await testApp();
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.export.company',
  'core.customerrelations.read.company',
  'core.customerrelations.create.company',
];
let folder: string;
let work: Work;
let working: Promise<void>;
const over = new AbortController();
let address: string;
let program: Awaited<ReturnType<typeof world.asProgram>>;
let balie: Balie;
let number = 0;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const run = (file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((done) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const child = execFile(file, args, options, (_error, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    );
  });
const node = (args: readonly string[], env: Record<string, string> = {}) =>
  run(process.execPath, args, { BALIE_URL: address, BALIE_KEY: program.key, ...env });
const cli = (...args: readonly string[]) => node([join(root, 'client/cli.js'), ...args]);
const nextInvoice = () => ublOf({ number: `2026-${++number}` });

beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache', 'client-'));
  address = (await world.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  program = await world.asProgram({ may, mayApprove: true });
  await buildAdministration(world.db, program.companyId, 'Holding');
  balie = createBalie({ address, key: program.key, language: 'en' });
  work = startWork(world.services);
  working = (async () => {
    while (!over.signal.aborted) {
      await work.run();
      await sleep(50);
    }
  })();
});
afterAll(async () => {
  over.abort();
  await working;
  await work.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

test('its types are those of the API', async () => {
  const { body } = await world.anonymous.get('/openapi.json');
  await expect(await clientTypes(body, folder)).toMatchFileSnapshot('../../../client/api.d.ts');
});

describe('the client', () => {
  test('reads a list page after page', async () => {
    for (let at = 0; at < 101; at += 1)
      await program.post('/api/core/customer-relations', { name: `Relatie ${at}`, tag: `R-${at}` });
    const names = [];
    for await (const { name } of balie.list('/api/core/customer-relations')) names.push(name);
    expect(new Set(names).size).toBe(101);
  });

  test('tries again, and what it creates is created once', async () => {
    let calls = 0;
    // The first answer gets lost on its way back, the second is one that passes.
    const shaky: typeof fetch = async (...call) => {
      calls += 1;
      if (calls === 2) return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
      const answer = await fetch(...call);
      if (calls === 1) throw new TypeError('fetch failed');
      return answer;
    };
    const other = createBalie({ address, key: program.key, fetch: shaky });
    const { result } = await other.post('/api/core/customer-relations', {
      body: { name: 'Eenmalig B.V.', tag: 'R-eenmalig' },
    });
    expect(calls).toBe(3);
    const query = { $filter: "name eq 'Eenmalig B.V.'" };
    const found = (await balie.get('/api/core/customer-relations', { query })).result;
    expect(found.map(({ id }) => id)).toEqual([result.id]);
  });

  test('tells of refusals, and gives up what cannot be mended', async () => {
    const refused = await balie
      .post('/api/core/customer-relations', { body: { name: '' } })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(BalieError);
    expect(refused).toMatchObject({ status: 400, kind: 'validation', codes: { name: ['required'] } });
    const lost = balie.get('/api/fmmodule/invoices/{id}', { params: { id: 'a/../b' } });
    await expect(lost).rejects.toMatchObject({ status: 404, kind: 'not-found' });
    const closed = createServer().listen(0);
    const port = portOf(closed);
    await new Promise((done) => closed.close(done));
    const nowhere = createBalie({ address: `http://127.0.0.1:${port}`, key: 'x', retries: 1 });
    await expect(nowhere.get('/api/identity/me')).rejects.toThrow('fetch failed');
  });

  test('sends documents in, waits for them, and reads what happened', async () => {
    const [sent] = await balie.upload({ name: 'factuur.xml', data: new Blob([nextInvoice()]) });
    expect(await balie.waitFor(sent?.id ?? '', { everyMs: 50 })).toMatchObject({ filename: 'factuur.xml' });
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(balie.waitFor(sent?.id ?? '', { signal: stopped })).rejects.toThrow('enough');
    const types = [];
    for await (const { type } of balie.events()) types.push(type);
    expect(types).toContain('document.created');
  });

  test('verifies webhooks as they are signed, with either secret', () => {
    const secret = `whsec_${Buffer.from('a secret of Balie').toString('base64')}`;
    const at = new Date();
    const body = '{"type":"webhook.test"}';
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,xx ${new Webhook(secret).sign('e1', at, body)}`,
    };
    expect(verifyWebhook(['whsec_b3RoZXI=', secret], new Headers(headers), body).type).toBe('webhook.test');
    expect(() => verifyWebhook('whsec_b3RoZXI=', headers, body)).toThrow(WebhookError);
    expect(() => verifyWebhook(secret, headers, `${body} `)).toThrow(WebhookError);
    expect(() => verifyWebhook(secret, headers, body, { now: Date.now() + 600_000 })).toThrow('too old');
    expect(() => verifyWebhook(secret, {}, body)).toThrow(WebhookError);
  });
});

describe('the command', () => {
  test('uploads and waits, lists and exports', async () => {
    await writeFile(join(folder, 'one.xml'), nextInvoice());
    await writeFile(join(folder, 'wrong.pdf'), 'no PDF');
    const sent = await cli('upload', 'one.xml', '--wait');
    expect(sent, sent.err).toMatchObject({ code: 0, out: expect.stringMatching(/\tone\.xml\t[\w-]{36}\t/) });
    expect(await cli('upload', 'wrong.pdf', '--wait')).toMatchObject({ code: 3 });
    const rows = (await cli('invoices', 'list', '--json')).out.trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).invoiceNumber)).toContain(`2026-${number}`);
    await cli('export', '--out', 'all.csv');
    expect(await readFile(join(folder, 'all.csv'), 'utf8')).toContain(`2026-${number}`);
  });

  test('ends quietly when whoever reads has seen enough', async () => {
    const env = { ...process.env, BALIE_URL: address, BALIE_KEY: program.key };
    const reader = spawn(process.execPath, [join(root, 'client/cli.js'), 'invoices', 'list', '--json'], {
      env,
    });
    reader.stdout.destroy();
    let err = '';
    reader.stderr.on('data', (chunk) => (err += String(chunk)));
    const [code] = await once(reader, 'close');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('says how it is used, and what was refused', async () => {
    expect(await cli('--help')).toMatchObject({ code: 0, out: expect.stringContaining('balie upload FILE') });
    expect(await cli('fly')).toMatchObject({ code: 2, err: expect.stringContaining('no command fly') });
    expect(await cli('export', '--fast')).toMatchObject({ code: 2 });
    const cliPath = join(root, 'client/cli.js');
    expect(await node([cliPath, 'export'], { BALIE_KEY: '' })).toMatchObject({ code: 2 });
    expect(await node([cliPath, 'export'], { BALIE_KEY: 'balie_live_x' })).toMatchObject({ code: 1 });
  });
});

test('the package that is packed installs in an empty folder, has its types, and does what its README says', async () => {
  const npm = join(root, 'node_modules/npm/bin/npm-cli.js');
  const npmCli = await readFile(npm).then(
    () => [process.execPath, npm] as const,
    () => ['npm'] as const,
  );
  const runNpm = (args: readonly string[]) => run(npmCli[0], [...npmCli.slice(1), ...args]);
  const packed = await runNpm(['pack', join(root, 'client'), '--json']);
  expect(packed, packed.err).toMatchObject({ code: 0 });
  const [{ filename, files }] = JSON.parse(packed.out);
  expect(files.map(({ path }: { path: string }) => path).toSorted()).toEqual(
    ['README.md', 'api.d.ts', 'cli.js', 'index.d.ts', 'index.js', 'package.json'].toSorted(),
  );
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const installed = await runNpm(['install', `./${filename}`, '--offline', '--no-audit', '--no-fund']);
  expect(installed, installed.err).toMatchObject({ code: 0 });

  // Without an account: a new one would stop it (§C14).
  await writeFile(join(folder, 'invoice.xml'), ublOf({ number: '2026-0077', iban: null }));
  const readme = await readFile(join(root, 'client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(examples).toHaveLength(4);
  const options = {
    compilerOptions: {
      strict: true,
      module: 'NodeNext',
      target: 'ES2024',
      types: [],
      noEmit: true,
      skipLibCheck: false,
    },
    include: ['typed.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  await writeFile(join(folder, 'typed.ts'), typed);
  const [complaints, ...outcomes] = await Promise.all([
    node([join(root, 'scripts/openapi/node_modules/typescript/bin/tsc'), '-p', '.']),
    ...examples.map(async (code, at) => {
      await writeFile(join(folder, `example-${at}.js`), code);
      return node([`example-${at}.js`], { BALIE_WEBHOOK_SECRET: 'whsec_b3RoZXI=' });
    }),
  ]);
  expect(complaints).toMatchObject({ code: 0, out: '' });
  for (const outcome of outcomes) expect(outcome, outcome.err).toMatchObject({ code: 0 });
  expect(outcomes[0]?.out).toMatch(/^(?:Herkend|Verwerkt) [\w-]{36}\nfacturen_[\w-]+\.csv 1\n$/);
  const balieCommand = await run(join(folder, 'node_modules/.bin/balie'), ['--help']);
  expect(balieCommand.code).toBe(0);
});

// What does not fit the API does not compile.
const typed = `
import { createBalie, type Schema, verifyWebhook } from '@balie/client';
const balie = createBalie({ address: 'https://fm.example', key: 'x' });
const { result } = await balie.get('/api/fmmodule/invoices/{id}', { params: { id: 'x' } });
const invoice: Schema<'Invoice'> = result;
for await (const { totalAmount } of balie.list('/api/fmmodule/invoices')) totalAmount.toFixed();
// @ts-expect-error there is no such path
await balie.get('/api/nothing');
// @ts-expect-error it needs its id
await balie.get('/api/fmmodule/invoices/{id}');
// @ts-expect-error no field of it
await balie.post('/api/fmmodule/invoices/{id}/approve', { params: { id: 'x' }, body: { approved: true } });
// @ts-expect-error no list
balie.list('/api/identity/me');
export const id: string = verifyWebhook('whsec_x', {}, '').data.eventId + invoice.id;
`;
