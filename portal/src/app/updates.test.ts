import { afterEach, expect, test, vi } from 'vitest';
import { keepUpToDate } from './updates.ts';

afterEach(() => vi.unstubAllGlobals());

test('a chunk that is missing reloads the page once a minute, and never while the server is away', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  sessionStorage.clear();
  let asked = 0;
  const answer = (reply: () => Promise<Response>) =>
    vi.stubGlobal('fetch', () => {
      asked += 1;
      return reply();
    });
  const miss = async (questions: number) => {
    dispatchEvent(new Event('vite:preloadError'));
    await vi.waitFor(() => expect(asked).toBe(questions));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  keepUpToDate();
  answer(async () => Promise.reject(new TypeError('offline')));
  await miss(1);
  answer(async () => new Response(null, { status: 503 }));
  await miss(2);
  expect(reload).not.toHaveBeenCalled();
  answer(async () => Response.json({ status: 'ok' }));
  await miss(3);
  expect(reload).toHaveBeenCalledTimes(1);
  // What still does not come after that is not mended by another reload.
  await miss(3);
  expect(reload).toHaveBeenCalledTimes(1);
});
