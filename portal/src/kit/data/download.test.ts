import { afterEach, expect, test, vi } from 'vitest';
import { downloadResuming } from './download.ts';
import { type Http, NetworkError } from './http.ts';

afterEach(() => vi.restoreAllMocks());

const all = 'abcdefghij';
const etag = '"one"';

/** Breaks off after so many bytes, each time it is asked. */
function breaking(after: readonly number[]): { readonly http: Pick<Http, 'open'>; readonly asked: string[] } {
  const asked: string[] = [];
  const open: Http['open'] = async (_url, init) => {
    const from = Number(/bytes=(\d+)-/.exec(new Headers(init?.headers).get('range') ?? '')?.[1] ?? 0);
    const cut = after[asked.length] ?? all.length;
    asked.push(`${from}-`);
    const pieces = [new TextEncoder().encode(all.slice(from, cut))];
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else if (cut < all.length) controller.error(new NetworkError('gone'));
        else controller.close();
      },
    });
    const headers = { etag, 'content-length': String(all.length - from) };
    return new Response(body, { status: from === 0 ? 200 : 206, headers });
  };
  return { http: { open }, asked };
}

test('a broken download goes on where it was, and is saved whole', async () => {
  const { http, asked } = breaking([4, 7]);
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved = blob;
    return 'blob:x';
  });
  const shares: number[] = [];
  await downloadResuming(http, '/x', 'a.zip', { restMs: 1, onProgress: (share) => shares.push(share) });
  expect(asked).toEqual(['0-', '4-', '7-']);
  expect(await saved?.text()).toBe(all);
  expect(shares).toEqual([0.4, 0.7, 1]);
});
