import { describe, expect, test } from 'vitest';
import { isUnexpired, loginFailure, readStoredLogin } from './stored-login.ts';

const settings = {
  variant: 'fm',
  issuer: 'https://login.example',
  provider: '',
  clientId: 'portal',
  audience: 'api',
  permissionsClaim: 'permissions',
  tracing: '',
  styleNonce: '',
  build: '',
};
const key = 'oidc.user:https://login.example:portal';
const user = { access_token: 'abc', expires_at: 1000, profile: { sub: '7', name: 'Sanne' }, scope: 'openid' };

describe('the stored login', () => {
  test('is read where the sign-in library keeps it', () => {
    sessionStorage.setItem(key, JSON.stringify(user));
    const login = readStoredLogin(sessionStorage, settings);
    expect(login).toEqual({ accessToken: 'abc', expiresAt: 1000, profile: { sub: '7', name: 'Sanne' } });
    expect(readStoredLogin(sessionStorage, { ...settings, clientId: 'other' })).toBeNull();
  });

  test.each(['', 'no json', '{}', '[]', 'null', JSON.stringify({ ...user, access_token: 1 })])(
    'counts as absent when it is %s',
    (text) => {
      sessionStorage.setItem(key, text);
      expect(readStoredLogin(sessionStorage, settings)).toBeNull();
    },
  );

  test('is given up five seconds before it expires', () => {
    const login = { accessToken: 'abc', expiresAt: 1000, profile: {} };
    expect(isUnexpired(login, 994_000)).toBe(true);
    expect(isUnexpired(login, 996_000)).toBe(false);
  });
});

test('a login failure stays until it is put away', () => {
  loginFailure.write(sessionStorage, { code: 'access_denied', description: 'Niet actief' });
  expect(loginFailure.read(sessionStorage)).toEqual({ code: 'access_denied', description: 'Niet actief' });
  loginFailure.clear(sessionStorage);
  expect(loginFailure.read(sessionStorage)).toBeNull();
});
