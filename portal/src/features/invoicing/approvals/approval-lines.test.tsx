import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { InvoicesList } from '../invoices/invoices-list.tsx';
import { approver, invoice, invoiceServer } from '../testing/samples.ts';
import type { ApprovalLine } from './approvals.api.ts';

const line = (seed: Partial<ApprovalLine>): ApprovalLine => ({
  id: 'l1',
  invoiceId: 'i1',
  userId: 'u1',
  fullName: 'Petra Huisman',
  sequence: 1,
  state: 'pending',
  decidedAt: null,
  onBehalfOf: null,
  onBehalfOfName: null,
  comment: '',
  round: 2,
  mode: 'all',
  origin: 'flow',
  reason: '',
  substitute: null,
  ...seed,
});

const lines = [
  line({ id: 'l0', round: 1, state: 'rejected', comment: 'Kostenplaats moet 114 zijn.' }),
  line({ substitute: { id: 'u9', fullName: 'Bert Oude Luttikhuis', untilDay: '2026-11-27' } }),
  line({
    id: 'l2',
    userId: 'u2',
    fullName: 'Henk Drost',
    sequence: 2,
    state: 'waiting',
    origin: 'four-eyes',
  }),
];

async function draw(more: readonly string[] = []) {
  const flow = { version: 7, rule: 2, name: 'Boven 5.000' };
  const server = invoiceServer([invoice(1, { flow, round: 2 })]);
  server.on('GET', '/api/fmmodule/approvals', () => result(lines));
  server.on('GET', '/api/fmmodule/companyusers', () =>
    result([
      { id: 'u1', companyId: 'c1', fullName: 'Petra Huisman' },
      { id: 'u3', companyId: 'c1', fullName: 'Joris Kamp' },
    ]),
  );
  server.on('POST', '/api/fmmodule/approvals/l1/pass-on', () => result(lines));
  const drawn = await renderScreen(InvoicesList, {
    server,
    at: '/?open=i1',
    may: [...approver, ...more],
    variant: 'fm',
  });
  const panel = await screen.findByRole('region', { name: 'Goedkeuring' });
  return { ...drawn, server, panel };
}

test('the lines say who, for whom, in which order and by which rule; an earlier round is one line', async () => {
  const { panel } = await draw();
  expect(within(panel).getByText('Regel 2, Boven 5.000, van versie 7 van de goedkeurstroom')).toBeDefined();
  const [first, second] = await within(panel).findAllByRole('listitem');
  expect(first?.textContent).toContain('Bert Oude Luttikhuis namens Petra Huisman');
  expect(first?.textContent).toContain('Aan de beurt');
  expect(second?.textContent).toContain('Henk Drost');
  expect(second?.textContent).toContain('Vier ogen.');
  expect(panel.textContent).toContain('Ronde 1 Petra Huisman,');
  expect(panel.textContent).toContain('Kostenplaats moet 114 zijn.');
  expect(
    within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Advies vragen']);
});

test('a line is passed on to somebody who has none, with a reason', async () => {
  const { panel, user, server } = await draw(['fmmodule.approvals.update.company']);
  await user.click(await within(panel).findByRole('button', { name: 'Doorsturen: regel van Petra Huisman' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Doorsturen' }));
  expect(await within(dialog).findByText('Kies een persoon')).toBeDefined();
  expect(within(dialog).getByText('Geef een reden')).toBeDefined();
  await user.click(within(dialog).getByRole('combobox', { name: 'Persoon' }));
  expect(screen.queryByRole('option', { name: 'Petra Huisman' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Joris Kamp' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Reden' }), 'Kent de levering');
  await user.click(within(dialog).getByRole('button', { name: 'Doorsturen' }));
  await screen.findByRole('region', { name: 'Goedkeuring' });
  expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/fmmodule/approvals/l1/pass-on',
    body: { userId: 'u3', reason: 'Kent de levering' },
  });
});

test('a colleague is asked for advice, and who was asked answers without deciding', async () => {
  const server = invoiceServer([invoice(1)]);
  const asked = {
    id: 'q1',
    invoiceId: 'i1',
    askedBy: 'u2',
    askedByName: 'Henk Drost',
    userId: 'sanne',
    fullName: 'Sanne de Wit',
    question: 'Is dit geleverd?',
    askedAt: '2026-11-23T08:00:00Z',
    answer: null,
    answeredAt: null,
  };
  server.on('GET', '/api/fmmodule/advices', () => result([asked]));
  server.on('POST', '/api/fmmodule/advices/q1/answer', () => result([{ ...asked, answer: 'Ja' }]));
  const { user } = await renderScreen(InvoicesList, {
    server,
    at: '/?open=i1',
    may: approver,
    variant: 'fm',
  });
  const list = await screen.findByRole('list', { name: 'Advies' });
  expect(list.textContent).toContain('Henk Drost vraagt Sanne de Wit om advies');
  await user.click(within(list).getByRole('button', { name: 'Advies geven' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Uw advies' }), 'Ja, gisteren');
  await user.click(within(dialog).getByRole('button', { name: 'Advies geven' }));
  await screen.findByRole('region', { name: 'Goedkeuring' });
  expect(server.calls.find(({ url }) => url.endsWith('/answer'))).toMatchObject({
    body: { answer: 'Ja, gisteren' },
  });
});
