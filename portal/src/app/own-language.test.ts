import { beforeEach, expect, test } from 'vitest';
import { mePath } from '#contract/identity/me.ts';
import type { Language } from '#contract/problem.ts';
import { createHttp } from '#portal/kit/data/http.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { testSession } from '#portal/kit/testing/render-screen.tsx';
import { createTexts, showLanguage } from '#portal/kit/texts.ts';
import { keepOwnLanguage } from './own-language.ts';

beforeEach(() => localStorage.clear());

const me = {
  id: 'sanne',
  companyId: 'c1',
  companyName: 'Tapijthuis',
  name: 'Sanne de Wit',
  nickname: 'Sanne',
  picture: null,
  emailAddress: 'sanne@balie.example',
  isProvider: false,
  permissions: [],
};

/** A browser in a language, and a server that keeps one. */
async function open({ shown, kept }: { readonly shown: Language; readonly kept: Language | null }) {
  const server = fakeServer();
  const told: unknown[] = [];
  server.on('GET', mePath, () => result({ ...me, language: kept }));
  server.on('PUT', mePath, ({ body }) => {
    told.push(body);
    return result({ ...me, language: kept });
  });
  const texts = await createTexts(shown);
  const http = createHttp({ session: testSession(), language: () => 'nl', fetch: server.fetch });
  return { texts, told, server, keep: () => keepOwnLanguage({ http, userId: 'sanne', texts }) };
}

test('a new browser shows the stored language of the person, and remembers it', async () => {
  const { texts, told, keep } = await open({ shown: 'nl', kept: 'en' });
  await keep();
  expect(texts.language).toBe('en');
  expect(localStorage.getItem('balie.language')).toBe('en');
  expect(told).toEqual([]);
});

test('without a stored language the one on screen is sent, once', async () => {
  const { texts, told, server, keep } = await open({ shown: 'en', kept: null });
  await keep();
  await keep();
  expect(texts.language).toBe('en');
  expect(told).toEqual([{ language: 'en' }]);
  expect(server.calls).toHaveLength(2);
});

test('a language chosen on screen is sent, and stays on screen', async () => {
  const { texts, told, keep } = await open({ shown: 'nl', kept: 'nl' });
  await keep();
  await showLanguage(texts, 'en');
  await expect.poll(() => told).toEqual([{ language: 'en' }]);
  expect(texts.language).toBe('en');
});

test('without a connection nothing changes', async () => {
  const { texts, server, keep } = await open({ shown: 'nl', kept: 'en' });
  server.on('GET', mePath, () => Promise.reject(new TypeError('offline')));
  await keep();
  expect(texts.language).toBe('nl');
  expect(localStorage.getItem('balie.language-agreed')).toBeNull();
});
