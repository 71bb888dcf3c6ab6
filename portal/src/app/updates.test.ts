import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MissingCode, missingCode, newVersion, reloadPage } from '#portal/kit/data/new-version.ts';
import { compareBuild, keepUpToDate } from './updates.ts';

beforeEach(() => {
  sessionStorage.clear();
  newVersion.set(false);
});
afterEach(() => vi.unstubAllGlobals());

test('a file that is missing asks for a reload, and never while the server is away or just after one', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  let asked = 0;
  const answer = (reply: () => Promise<Response>) =>
    vi.stubGlobal('fetch', () => {
      asked += 1;
      return reply();
    });
  const miss = async (questions: number) => {
    dispatchEvent(new Event('vite:preloadError'));
    await waitFor(() => expect(asked).toBe(questions));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  keepUpToDate();
  answer(async () => Promise.reject(new TypeError('offline')));
  await miss(1);
  answer(async () => new Response(null, { status: 503 }));
  await miss(2);
  expect(newVersion.get()).toBe(false);
  answer(async () => Response.json({ status: 'ok' }));
  await miss(3);
  expect(newVersion.get()).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  // What still does not come after that is not mended by another reload.
  newVersion.set(false);
  reloadPage();
  expect(reload).toHaveBeenCalledTimes(1);
  await miss(3);
  expect(newVersion.get()).toBe(false);
});

test('a server with another build asks for a reload, until a server with that of the page answers again', () => {
  const hear = compareBuild('aaa');
  const heard = ['aaa', 'bbb', 'aaa'].map((build) => {
    hear(build);
    return newVersion.get();
  });
  expect(heard).toEqual([false, true, false]);
  // A page that does not know its own build, as in development.
  compareBuild('')('bbb');
  expect(newVersion.get()).toBe(false);
});

test('only an import without a file counts as missing code', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://x/a.js',
    'error loading dynamically imported module: http://x/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])
    expect(() => missingCode(new TypeError(message))).toThrow(MissingCode);
  expect(() => missingCode(new TypeError('x is undefined'))).toThrow('x is undefined');
});
