import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { testApp, type TestApp } from './testing/app.ts';

// What is outside the guard of the API, and therefore not in routes.test.ts.
let balie: TestApp;
beforeAll(async () => {
  balie = await testApp();
});
afterAll(() => balie.close());

const nul = 'a\0b@balie.example';

describe('pages of sign-in', () => {
  test('take a NUL in any field for nothing typed', async () => {
    const browser = new Browser(balie.app);
    const { location } = await browser.begin();
    const forms = [
      [location, { email: nul, password: 'x' }],
      [location, { email: 'a@balie.example', password: 'x\0' }],
      [`/oidc/account/invitation/${'B'.repeat(43)}`, { new_password: 'x\0', new_password_again: 'x\0' }],
      ['/oidc/account/forgotten', { email: nul }],
      [
        '/oidc/token',
        {
          grant_type: 'authorization_code',
          client_id: 'balie-portal',
          code: 'a\0b',
          redirect_uri: 'http://localhost/callback',
          code_verifier: 'x'.repeat(43),
        },
      ],
      ['/oidc/token', { grant_type: 'refresh_token', client_id: 'balie\0portal', refresh_token: 'a\0b' }],
    ] as const;
    const found = [];
    for (const [url, form] of forms) found.push((await browser.post(url, form)).statusCode);
    expect(found).toEqual([
      400,
      400,
      410,
      expect.toSatisfy((status: number) => status < 500),
      400,
      expect.toSatisfy((status: number) => status < 500),
    ]);
  });

  test.each([
    'localhost:99999',
    'localhost:65536',
    'localhost:',
    'localhost:1:2',
    '[::1]:80',
    'localhost:-1',
    '😀',
    '',
    '.',
    'a'.repeat(5000),
  ])('are refused, not broken, on the host %s', async (host) => {
    for (const url of [
      '/oidc/auth?client_id=balie-portal',
      '/oidc/account/forgotten',
      '/oidc/.well-known/openid-configuration',
      '/',
      '/api/identity/me',
      '/offerte/x',
    ]) {
      const { statusCode, body } = await balie.app.inject({ url, headers: { host } });
      expect(statusCode, `${url} ${body}`).toBeLessThan(500);
    }
  });

  test('know no port that cannot be', async () => {
    for (const url of ['/oidc/auth?client_id=balie-portal', '/oidc/account/forgotten']) {
      expect((await balie.app.inject({ url, headers: { host: 'localhost:99999' } })).statusCode, url).toBe(
        421,
      );
    }
  });
});
