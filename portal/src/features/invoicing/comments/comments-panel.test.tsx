import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoiceHooks, type Invoice } from '../invoices/invoice.ts';
import { approver, invoice, invoiceServer } from '../testing/samples.ts';
import type { CommentEntry } from './comments.api.ts';
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
function commentServer(differs: Partial<Invoice> = {}, entries: readonly CommentEntry[] = []) {
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
  server.on('GET', '/api/fmmodule/comments', () => result(entries));
  server.on('GET', '/api/fmmodule/comments/people', () =>
    result([
      { id: 'u1', fullName: 'Daan Meijer' },
      { id: 'u2', fullName: 'Petra Huisman' },
    ]),
  );
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

test('leaving saves the words behind a stamp on a new line', async () => {
  const server = commentServer({ comments: 'Oud' });
  const { user, field, findByText } = await draw(server, true);
  await user.click(field);
  expect(field.value).toBe('');
  await user.keyboard('Klopt');
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
  expect(field.value).toBe('');
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
  expect(again.field.value).toBe('');
  await again.user.click(await again.findByRole('button', { name: 'Terugzetten' }));
  expect(again.field.value).toBe('Klopt');
  again.unmount();

  await renderScreen(Panel, { server, may: approver, user: { id: 'joris' } });
  await screen.findByRole('textbox');
  await waitFor(() => expect(screen.queryByText(/nog niet is bewaard/)).toBeNull());
});

const entry = (number: number, more: Partial<CommentEntry>): CommentEntry => ({
  id: `e${number}`,
  invoiceId: 'i1',
  kind: 'comment',
  at: '2026-11-20T09:00:00Z',
  userId: 'u2',
  userName: 'Petra Huisman',
  text: 'Klopt',
  mentions: [],
  answers: null,
  ...more,
});

test('what was written stands there entry by entry, without advice', async () => {
  const mentions = [{ id: 'u1', fullName: 'Daan Meijer' }];
  const all = [
    entry(1, { text: 'Klopt dit, @daan meijer?', mentions }),
    entry(2, { kind: 'question', text: 'Advies?' }),
    entry(3, { kind: 'edited', userName: 'Daan Meijer', text: 'Anders' }),
  ];
  await renderScreen(Panel, { server: commentServer({ comments: 'Oud' }, all), may: approver });
  const list = await screen.findByRole('list', { name: 'Opmerkingen tot nu toe' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Petra Huisman.*20-11-2026.*Klopt dit, @daan meijer\?/),
    expect.stringMatching(/Daan Meijer.*wijzigde de hele tekst.*Anders/),
  ]);
  expect(within(list).getByText('@daan meijer').tagName).toBe('MARK');
});

test('behind an @ the keyboard chooses who is mentioned, and Escape leaves the words alone', async () => {
  const server = commentServer();
  const { user, field } = await draw(server);
  await user.click(field);
  await user.keyboard('Dag @');
  const names = await screen.findAllByRole('option');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Daan Meijer'),
    expect.stringContaining('Petra Huisman'),
  ]);
  await user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await user.keyboard('{Enter}');
  expect(field.value).toBe('Dag @Petra Huisman ');
  await user.keyboard('en @da');
  await screen.findByRole('option', { name: /Daan Meijer/ });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(field.value).toBe('Dag @Petra Huisman en @da');
});

test('who may not comment reads the entries and has no field', async () => {
  const server = commentServer({ comments: 'Oud' }, [entry(1, {})]);
  await renderScreen(Panel, { server, may: ['fmmodule.invoices.read.company'] });
  await screen.findByText('Klopt');
  expect(screen.queryByRole('textbox')).toBeNull();
});
