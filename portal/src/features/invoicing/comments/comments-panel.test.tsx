import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoiceHooks, type Invoice } from '../invoices/invoice.ts';
import { approver, invoice, invoiceServer } from '../testing/samples.ts';
import { CommentsPanel } from './comments-panel.tsx';

const stamp = '21-11-2026 14:05 CET Sanne de Wit';
const path = '/api/fmmodule/invoices/i1/comments';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T13:05:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function Panel() {
  const one = invoiceHooks.useOne('i1', {});
  return one.data ? <CommentsPanel invoice={one.data} /> : null;
}

/** A server that stores comments with their versions, as the real one does. */
function commentServer(differs: Partial<Invoice> = {}) {
  const server = invoiceServer([invoice(1, differs)]);
  server.on('POST', path, ({ body }) => {
    const before = server.stored.get('i1') ?? invoice(1);
    const sent = body !== null && typeof body === 'object' ? body : {};
    if (Reflect.get(sent, 'commentsVersion') !== before.commentsVersion)
      return refusal('stale', { current: before });
    const comments = String(Reflect.get(sent, 'comments'));
    server.stored.set('i1', { ...before, comments, commentsVersion: before.commentsVersion + 1 });
    return result(server.stored.get('i1'));
  });
  return server;
}

async function draw(server: FakeServer, isOpen = false) {
  const drawn = await renderScreen(Panel, { server, may: approver });
  const toggle = await drawn.findByRole('button', { name: /^Opmerkingen/ });
  if (!isOpen) await drawn.user.click(toggle);
  return { ...drawn, field: await screen.findByRole<HTMLTextAreaElement>('textbox') };
}

test('the panel is open when there are comments, and closed when there are none', async () => {
  const { unmount } = await renderScreen(Panel, { server: commentServer(), may: approver });
  const toggle = await screen.findByRole('button', { name: 'Opmerkingen' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  unmount();
  await renderScreen(Panel, { server: commentServer({ comments: `${stamp}\nOud` }), may: approver });
  expect((await screen.findByRole('button', { name: 'Opmerkingen 1' })).getAttribute('aria-expanded')).toBe(
    'true',
  );
});

test('the first letter gets a stamp on a new line, and leaving saves', async () => {
  const server = commentServer({ comments: 'Oud' });
  const { user, field, findByText } = await draw(server, true);
  await user.click(field);
  expect(field.value).toBe('Oud');
  await user.keyboard('Klopt');
  expect(field.value).toBe(`Oud\n${stamp}\nKlopt`);
  await user.tab();
  await findByText('Opmerking bewaard');
  expect(server.stored.get('i1')?.comments).toBe(`Oud\n${stamp}\nKlopt`);
});

test.each([
  ['nothing', ''],
  ['a letter that is taken away again', 'x{Backspace}'],
])('leaving after typing %s tells that nothing changed', async (_, keys) => {
  const server = commentServer({ comments: 'Oud' });
  const { user, field, findByText } = await draw(server, true);
  await user.click(field);
  if (keys !== '') await user.keyboard(keys);
  await user.tab();
  await findByText('Niets gewijzigd');
  expect(field.value).toBe('Oud');
  expect(server.calls.every(({ method }) => method === 'GET')).toBe(true);
});

test('too long a text is not sent, says so, and stays', async () => {
  const server = commentServer({ comments: 'x'.repeat(7990) });
  const { user, field, findByText } = await draw(server, true);
  await user.click(field);
  await user.keyboard('nog veel meer');
  expect(screen.getByTestId('characters-left').textContent).toMatch(/tekens te veel$/);
  await user.tab();
  await findByText(/karakterlimiet/);
  expect(field.value).toContain('nog veel meer');
  expect(server.calls.every(({ method }) => method === 'GET')).toBe(true);
});

test('the counter follows every letter', async () => {
  const { user, field } = await draw(commentServer());
  expect(screen.getByTestId('characters-left').textContent).toBe('nog 7.999 tekens');
  await user.click(field);
  await user.keyboard('a');
  expect(screen.getByTestId('characters-left').textContent).toBe(
    `nog ${(7999 - stamp.length - 2).toLocaleString('nl')} tekens`,
  );
});

test('when somebody else wrote in the meantime both texts stay', async () => {
  const server = commentServer({ comments: 'Oud' });
  const { user, field, findByText } = await draw(server, true);
  await user.click(field);
  await user.keyboard('Van mij');
  const before = server.stored.get('i1') ?? invoice(1);
  server.stored.set('i1', { ...before, comments: 'Oud\nVan Petra', commentsVersion: 2 });
  await user.tab();
  await findByText('Opmerking bewaard');
  expect(server.stored.get('i1')?.comments).toBe(`Oud\nVan Petra\n${stamp}\nVan mij`);
});

test('without a connection the text stays, and is offered again to the same person', async () => {
  const server = commentServer({ comments: 'Oud' });
  server.on('POST', path, () => {
    throw new TypeError('no connection');
  });
  const { user, field, findByText, unmount } = await draw(server, true);
  await user.click(field);
  await user.keyboard('Klopt');
  await user.tab();
  await findByText('Opmerking niet bewaard');
  expect(field.value).toContain('Klopt');
  unmount();

  const again = await draw(server, true);
  expect(again.field.value).toBe('Oud');
  await again.user.click(await again.findByRole('button', { name: 'Terugzetten' }));
  expect(again.field.value).toBe(`Oud\n${stamp}\nKlopt`);
  again.unmount();

  await renderScreen(Panel, { server, may: approver, user: { id: 'joris' } });
  await screen.findByRole('textbox');
  await waitFor(() => expect(screen.queryByText(/nog niet is bewaard/)).toBeNull());
});
