import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { InvoiceLines } from '../billing-runs/invoice-lines.tsx';
import { sampleCredit, sampleRunInvoice } from '../testing/billing-samples.ts';
import type { Credit } from './credits.ts';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import './credit-form.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/fm/billing-runs/r1/credits';
const invoice = sampleRunInvoice({ invoiceNumber: 'F2026-00001', hasPdf: true, totalAmount: 28_000 });
const line = {
  customerAgreementId: 'a1',
  invoiceType: 0,
  cycleInMonths: 1,
  from: '2026-10-01',
  to: '2026-10-31',
  kind: null,
  quantity: 1,
  days: 31,
  periodDays: 31,
} as const;
const lines = [
  { ...line, description: 'Licentie Balie', price: 10_000, amount: 10_000 },
  { ...line, description: 'Onderhoud', price: 18_000, amount: 18_000 },
];
const credit = sampleCredit;

async function open(
  credits: readonly Credit[],
  may = ['fm.billing.read.system', 'fm.billing.finalise.system'],
) {
  const server = fakeServer();
  server.one(runInvoices, { runId: 'r1' }, { ...invoice, lines });
  server.on('GET', url, () => result(credits, { count: credits.length }));
  return renderScreen(() => <InvoiceLines invoice={invoice} />, { server, may });
}

test('an invoice is credited line by line, with a reason; at first all that is left of it', async () => {
  const { server, user } = await open([credit]);
  server.on('POST', url, () => result({ ...credit, id: 'c2', creditNumber: 'F2026-00010' }));
  await user.click(await screen.findByRole('button', { name: 'Crediteren' }));
  const form = within(await screen.findByRole('dialog', { name: /Factuur F2026-00001 crediteren/ }));
  const license = within(form.getByRole('group', { name: /Licentie Balie/ }));
  expect(license.getByRole('textbox')).toHaveProperty('value', '60,00');
  expect(form.getByText('Creditfactuur, exclusief btw').textContent).toContain('€\u202f240,00');
  await user.clear(license.getByRole('textbox'));
  await user.type(form.getByRole('textbox', { name: 'Reden' }), 'Nog eens');
  await user.click(form.getByRole('button', { name: 'Crediteren' }));
  expect(await screen.findByText('Creditfactuur F2026-00010 is gemaakt')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    invoiceId: 'i1',
    reason: 'Nog eens',
    lines: [{ place: 1, amount: 18_000 }],
  });
});

test('what is refused stands at its line', async () => {
  const { server, user } = await open([]);
  server.on('POST', url, () => refusal('validation', { errors: { lines_0: ['Dit getal is te groot'] } }));
  await user.click(await screen.findByRole('button', { name: 'Crediteren' }));
  const form = within(await screen.findByRole('dialog'));
  await user.type(form.getByRole('textbox', { name: 'Reden' }), 'X');
  await user.click(form.getByRole('button', { name: 'Crediteren' }));
  expect(
    await within(form.getByRole('group', { name: /Licentie Balie/ })).findByText('Dit getal is te groot'),
  ).toBeTruthy();
});

test('credit invoices stand under the lines with their PDF and UBL, and nothing is offered when nothing is left', async () => {
  const whole = {
    ...credit,
    lines: credit.lines.flatMap((one) => [
      { ...one, amount: 10_000 },
      { ...one, place: 1, amount: 18_000 },
    ]),
  };
  await open([whole]);
  const list = await screen.findByRole('list', { name: 'Creditfacturen' });
  expect(list.textContent).toContain('Creditfactuur F2026-00009');
  expect(list.textContent).toContain('Dubbel gerekend');
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Crediteren' })).toBeNull());
});

test('who may not make runs final credits nothing', async () => {
  await open([], ['fm.billing.read.system']);
  await screen.findByRole('table', { name: /Regels van/ });
  expect(screen.queryByRole('button', { name: 'Crediteren' })).toBeNull();
});
