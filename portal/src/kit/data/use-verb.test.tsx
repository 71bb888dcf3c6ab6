import { expect, test } from 'vitest';
import { z } from 'zod';
import { useAnswer } from './use-answer.ts';
import { useVerb } from './use-verb.ts';
import { fakeServer, result } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const path = 'core/shelves';

function Shelf() {
  const books = useAnswer([path, 'books'], '/api/core/shelves/1/books', z.int());
  const sort = useVerb({
    call: (by: string) => ({ url: '/api/core/shelves/1/sort', body: { by }, idempotencyKey: 'k' }),
    result: z.object({ moved: z.int() }),
    invalidates: [{ path }],
  });
  return (
    <>
      <p>books {books.data}</p>
      <button type="button" onClick={() => sort.mutate('name')}>
        sort
      </button>
      <p>moved {sort.data?.moved}</p>
    </>
  );
}

test('a verb sends its body, gives the result, and what it makes old is asked again', async () => {
  const server = fakeServer();
  let books = 3;
  server.on('GET', '/api/core/shelves/1/books', () => result(books));
  server.on('POST', '/api/core/shelves/1/sort', () => {
    books = 4;
    return result({ moved: 2 });
  });
  const { user, findByText } = await renderScreen(Shelf, { server });
  await findByText('books 3');
  await user.click(await findByText('sort'));
  await findByText('moved 2');
  await findByText('books 4');
  const sent = server.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ by: 'name' });
  expect(sent?.headers.get('idempotency-key')).toBe('k');
});
