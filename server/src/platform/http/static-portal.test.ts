import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountErrors } from './errors.ts';
import { mountPortal } from './static-portal.ts';

const script = 'console.log("balie");\n'.repeat(50);
let parent: string;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'balie-portal-'));
  await writeFile(join(parent, 'secret.txt'), 'top secret');
  folder = join(parent, 'portal');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<html lang="nl"><head><!--balie:head--><style nonce="%balie.nonce%"></style><!--balie:sign-in <link href="/login.js">--><!--balie:app <link href="/a.js">-->' +
      '</head><body><img src="%balie.icon%"><b>%balie.title%</b></body></html>',
  );
  await writeFile(join(folder, 'silent-callback.html'), '<html></html>');
  await writeFile(join(folder, 'service-worker.js'), 'self;');
  await writeFile(join(folder, 'assets/main-abc.js'), script);
  await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
  app = Fastify();
  mountErrors(app);
  app.get('/api/core/companies', async () => ({ result: [] }));
  await mountPortal(app, {
    folder,
    session: {
      cookie: 'session',
      isLive: async (value) =>
        value === 'broken' ? Promise.reject(new Error('no database')) : value === 'xyz',
    },
    settingsFor: (host) =>
      host === 'fm.example:3000'
        ? {
            variant: 'fm',
            build: 'ab12cd34',
            title: 'FM "beheer"',
            themeColor: '#0b666b',
            issuer: 'https://login.example/oidc',
            provider: { token_endpoint: 'https://login.example/oidc/token' },
            clientId: 'portal',
            audience: 'api',
            permissionsClaim: 'permissions',
          }
        : null,
  });
});

afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

const page = { accept: 'text/html,*/*;q=0.8', host: 'fm.example:3000' };

describe('pages', () => {
  test('any path that a browser opens gets the page with the settings of its host', async () => {
    const reply = await app.inject({ url: '/management/companies/7?x=1', headers: page });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.body).toContain('<meta name="balie:variant" content="fm">');
    expect(reply.body).toContain('<meta name="balie:build" content="ab12cd34">');
    expect(reply.body).toContain('<meta name="balie:issuer" content="https://login.example/oidc">');
    expect(reply.body).toContain('{&#34;token_endpoint&#34;:&#34;https://login.example/oidc/token&#34;}');
    expect(reply.body).toContain('<title>FM &#34;beheer&#34;</title>');
  });

  test('a page travels compressed to who can read that', async () => {
    const reply = await app.inject({ url: '/', headers: { ...page, 'accept-encoding': 'gzip, br' } });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('balie:variant');
  });

  test('the files of the app come with the page where a login has just succeeded, and nowhere else', async () => {
    const back = await app.inject({ url: '/callback?code=x&state=y', headers: page });
    expect(back.body).toContain('</title>');
    expect(back.body).not.toContain('balie:app');
    expect(back.body).toContain('<link href="/a.js">');
    expect(back.body).not.toContain('balie:sign-in');
    const other = await app.inject({ url: '/', headers: page });
    expect(other.body).toContain('<!--balie:app <link href="/a.js">-->');
    // Anybody else may be on the way to the login page.
    expect(other.body).not.toContain('balie:sign-in');
    expect(other.body).toContain('<link href="/login.js">');
  });

  test('whom the provider lets in without a password gets the frame and the files of the app at once, the copy for offline is of nobody', async () => {
    const known = { ...page, cookie: 'a=1; session=xyz' };
    const reply = await app.inject({ url: '/fmmodule/invoices', headers: known });
    expect(reply.body).toContain('data-boot="entering"');
    expect(reply.body).toContain('<link href="/a.js">');
    expect(reply.body).not.toContain('balie:app');
    expect(reply.body).toContain('<!--balie:sign-in <link href="/login.js">-->');
    for (const [url, cookie] of [
      ['/index.html', 'session=xyz'],
      ['/', 'mysession=xyz'],
      // Ended, or unknown: the browser goes to the login page, which needs nothing of this.
      ['/', 'session=ended'],
      ['/', 'session=broken'],
      ['/', 'session='],
      ['/', ''],
    ] as const) {
      const other = await app.inject({ url, headers: { ...page, cookie } });
      expect([url, cookie, other.body.includes('data-boot')]).toEqual([url, cookie, false]);
      expect(other.body).toContain('balie:app');
    }
  });

  test('the first paint has the chosen light or dark, the brand, and its own style by nonce', async () => {
    const dark = await app.inject({ url: '/', headers: { ...page, cookie: 'balie_scheme=dark' } });
    expect(dark.body).toContain('<html data-mantine-color-scheme="dark" lang="nl">');
    expect(dark.body).toContain('<img src="/brand/fm/icon.svg"><b>FM &#34;beheer&#34;</b>');
    const nonce = /'nonce-([^']+)'/.exec(String(dark.headers['content-security-policy']))?.[1];
    expect(dark.body).toContain(`<style nonce="${nonce}">`);
    const odd = await app.inject({ url: '/', headers: { ...page, cookie: 'balie_scheme="><script>' } });
    expect(odd.body).toContain('<html lang="nl">');
  });

  test('scripts come from our own files only, and style elements need the nonce of that one answer', async () => {
    const [first, second] = await Promise.all([
      app.inject({ url: '/', headers: page }),
      app.inject({ url: '/', headers: page }),
    ]);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(second.body).not.toContain(`nonce="${nonce}"`);
  });

  test('a program that takes anything gets the page, a script that a browser fetches for does not', async () => {
    for (const [headers, status] of [
      [{}, 200],
      [{ accept: '*/*' }, 200],
      [{ accept: '*/*', 'sec-fetch-dest': 'script' }, 404],
      [{ accept: 'application/json' }, 404],
    ] as const) {
      const reply = await app.inject({ url: '/', headers: { host: page.host, ...headers } });
      expect([headers, reply.statusCode]).toEqual([headers, status]);
    }
  });

  test('a host outside the table is misdirected', async () => {
    const reply = await app.inject({ url: '/', headers: { ...page, host: 'other.example' } });
    expect(reply.statusCode).toBe(421);
  });

  test('what nobody serves under /api, a missing file and a request for data are not found', async () => {
    for (const [url, accept] of [
      ['/api/core/nothing', page.accept],
      ['/assets/gone-123.js', '*/*'],
      ['/gone.js', page.accept],
      ['/somewhere', 'application/json'],
    ] as const) {
      const reply = await app.inject({ url, headers: { host: page.host, accept } });
      expect([url, reply.statusCode]).toEqual([url, 404]);
    }
  });
});

describe('files', () => {
  test('a hashed file comes compressed as it was built and may be kept for a year', async () => {
    const headers = { host: page.host, 'accept-encoding': 'gzip, br' };
    const reply = await app.inject({ url: '/assets/main-abc.js', headers });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(reply.headers['content-type']).toContain('javascript');
    expect(reply.headers['cache-control']).toContain('immutable');
    expect(reply.headers['vary']).toContain('accept-encoding');
    expect(reply.rawPayload).toEqual(brotliCompressSync(script));
  });

  test('a client that knows no compression gets the file itself', async () => {
    const reply = await app.inject({ url: '/assets/main-abc.js', headers: { host: page.host } });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.body).toBe(script);
  });

  test('no path leads out of the folder', async () => {
    for (const url of [
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/brand/%2e%2e/%2e%2e/secret.txt',
    ]) {
      const reply = await app.inject({ url, headers: { host: page.host } });
      expect([400, 403, 404]).toContain(reply.statusCode);
      expect(reply.body).not.toContain('top secret');
    }
  });

  test('the service worker is asked for anew each time and may fetch the files that it keeps', async () => {
    const reply = await app.inject({ url: '/service-worker.js', headers: { host: page.host } });
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['content-security-policy']).toContain("connect-src 'self'");
  });

  test('the frame of a silent renewal may stand in our own page', async () => {
    const reply = await app.inject({ url: '/silent-callback.html', headers: page });
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });
});
