import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOut } from './call-out.ts';

let server: Server;
let port = 0;
let calls: string[] = [];
let answer: RequestListener = (_request, response) => void response.end('ok');

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it listens on no port');
  port = address.port;
});
afterAll(() => new Promise((done) => server.close(done)));

const home = ['127.0.0.0/8'];

describe('an address that is not called', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.3.4/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://①②⑦.⓪.⓪.①/',
  ])('%s', async (url) => {
    const { check, post } = callOut({ allowed: [] });
    expect(await check(url)).toBe('host-unknown');
    expect(await post(url, '{}', {})).toMatchObject({ status: null, error: 'host-unknown' });
  });

  test.each([
    'http://203.0.113.7/',
    'ftp://203.0.113.7/',
    'file:///etc/passwd',
    'https://name:word@203.0.113.7/',
    'https://',
    'nothing',
  ])('%s: not of the right kind', async (url) => {
    expect(await callOut({ allowed: [] }).check(url)).toBe('address-refused');
  });

  test('one of whose addresses is private, or that nobody knows', async () => {
    const of = (...addresses: readonly string[]) => callOut({ allowed: [], resolve: async () => addresses });
    expect(await of('203.0.113.7', '10.0.0.1').check('https://x.example/')).toBe('host-unknown');
    expect(await of().check('https://x.example/')).toBe('host-unknown');
    expect(await of('203.0.113.7', '2001:db8::7').check('https://x.example/')).toBeNull();
  });

  test('a name that leads elsewhere the second time it is asked for', async () => {
    const answers = [['203.0.113.7'], ['127.0.0.1']];
    const { check, post } = callOut({ allowed: [], resolve: async () => answers.shift() ?? [] });
    calls = [];
    expect(await check(`https://x.example:${port}/`)).toBeNull();
    expect(await post(`https://x.example:${port}/`, '{}', {})).toMatchObject({ error: 'host-unknown' });
    expect(calls).toEqual([]);
  });
});

describe('a call', () => {
  test('asks for a name once, and goes to the address that was checked', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    calls = [];
    const done = await callOut({ allowed: home, resolve }).post(
      `http://inside.example:${port}/in?a=b`,
      '{}',
      {},
    );
    expect(done).toEqual({ status: 200, answer: 'ok', error: null });
    expect(calls).toEqual([`inside.example:${port} /in?a=b`]);
    expect(asked).toBe(1);
  });

  test('never follows a redirect', async () => {
    answer = (_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    };
    calls = [];
    const done = await callOut({ allowed: home }).post(`http://127.0.0.1:${port}/`, '{}', {});
    expect(done.status).toBe(302);
    expect(calls).toHaveLength(1);
  });

  test('reads the start of a long answer, and waits no longer than it may', async () => {
    answer = (_request, response) => void response.end('x'.repeat(1_000_000));
    const post = callOut({ allowed: home, patienceMs: 300 }).post;
    expect((await post(`http://127.0.0.1:${port}/`, '{}', {})).answer).toHaveLength(2000);
    answer = () => undefined;
    expect(await post(`http://127.0.0.1:${port}/`, '{}', {})).toMatchObject({ error: 'timeout' });
    expect(await post('http://127.0.0.1:1/', '{}', {})).toMatchObject({ error: 'unreachable' });
    expect(await post(`https://127.0.0.1:${port}/`, '{}', {})).toMatchObject({ status: null });
  });
});
