import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { IssuedInvoices } from '../customers/issued-invoices.tsx';
import type { RunInvoice } from '../billing-runs/billing-run.ts';
import { sampleRunInvoice } from '../testing/billing-samples.ts';
import { RunMailDialog } from './run-mail-dialog.tsx';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import './mail-dialog.tsx';
import './pay-dialog.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-21T13:05:00Z'), toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const url = '/api/fm/companies/1/issued-invoices/i1';
const may = ['read', 'mail', 'pay'].map((verb) => `fm.billing.${verb}.system`);
const invoice = (changes: Partial<RunInvoice> = {}) =>
  sampleRunInvoice({ invoiceNumber: 'F2026-00001', dueDate: '2026-12-02', hasPdf: true, ...changes });

async function open(changes: Partial<RunInvoice> = {}, rights = may) {
  const server = fakeServer();
  server.list(issuedInvoices, { companyId: '1' }, [invoice(changes)]);
  server.on('GET', `${url}/mail`, () =>
    result({
      to: 'boekhouding@klant.example',
      subject: 'Factuur F2026-00001 van Balie B.V.',
      text: 'Hierbij ontvangt u factuur F2026-00001.',
      files: ['Factuur F2026-00001.pdf', 'Factuur F2026-00001.xml'],
      goesByMail: true,
    }),
  );
  return renderScreen(() => <IssuedInvoices companyId="1" />, { server, may: rights });
}

test('an invoice is mailed after a look at the address and the letter', async () => {
  const { server, user } = await open();
  server.on('POST', `${url}/mail`, () => result(invoice({ mailState: 'waiting' })));
  await user.click(await screen.findByRole('button', { name: 'F2026-00001 mailen' }));
  // The form takes the place of the dialog in which it loads.
  await screen.findByText('Factuur F2026-00001 van Balie B.V.');
  const form = within(screen.getByRole('dialog', { name: /Factuur F2026-00001 mailen/ }));
  expect(form.getByText(/Bijlagen: Factuur F2026-00001.pdf, Factuur F2026-00001.xml/)).toBeTruthy();
  const address = form.getByRole('textbox', { name: 'E-mailadres' });
  expect(address).toHaveProperty('value', 'boekhouding@klant.example');
  await user.clear(address);
  await user.type(address, 'directie@klant.example');
  await user.click(form.getByRole('button', { name: 'Mailen' }));
  expect(await screen.findByText('De factuur wordt gemaild')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    to: 'directie@klant.example',
    again: false,
  });
});

test('one that was mailed before says to whom, and goes out again only when that is meant', async () => {
  const mailed = {
    mailState: 'sent',
    mailedTo: 'a@klant.example',
    mailedAt: '2026-11-20T09:00:00Z',
  } as const;
  const { server, user } = await open(mailed);
  server.on('POST', `${url}/mail`, () => result(invoice({ mailState: 'waiting' })));
  await user.click(await screen.findByRole('button', { name: 'F2026-00001 mailen' }));
  expect(await screen.findByText(/al gemaild aan a@klant.example/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mailen' }));
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ again: true }),
  );
});

test('an invoice is marked as paid on a day, and taken back at once', async () => {
  const { server, user } = await open();
  server.on('POST', `${url}/paid`, () => result(invoice({ paidOn: '2026-11-21', paymentState: 'paid' })));
  server.on('DELETE', `${url}/paid`, () => result(invoice()));
  await user.click(await screen.findByRole('button', { name: 'F2026-00001 als betaald markeren' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('button', { name: 'Als betaald markeren' }));
  expect(await screen.findByText('F2026-00001 staat als betaald')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ paidOn: '2026-11-21' });
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true));
});

test('the list says what is paid, open or late, and shows the open ones', async () => {
  const { server, user } = await open({ dueDate: '2026-11-20' });
  expect(await screen.findByText('Te laat')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Betaling' }), 'Open');
  await waitFor(() =>
    expect(server.calls.some(({ url: at }) => at.includes("$filter=paymentState eq 'open'"))).toBe(true),
  );
});

test('without the rights nothing is offered', async () => {
  await open({}, ['fm.billing.read.system']);
  expect(await screen.findByText('F2026-00001')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /mailen|betaald/ })).toBeNull();
});

test('the mails of a run are asked for once, with who gets none', async () => {
  const server = fakeServer();
  const at = '/api/fm/billing-runs/r1/mail';
  server.on('GET', at, () =>
    result({ count: 2, mailed: 1, withoutAddress: ['Bakkerij Bos'], goesByMail: true }),
  );
  server.on('POST', at, () => result({ count: 2 }));
  const { user } = await renderScreen(
    () => <RunMailDialog runId="r1" name="Factuurrun oktober 2026" onClose={() => undefined} />,
    { server, may },
  );
  expect(await screen.findByText(/2 facturen gaan met PDF en UBL/)).toBeTruthy();
  expect(screen.getByText(/1 factuur is al gemaild/)).toBeTruthy();
  expect(screen.getByText('Bakkerij Bos')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mailen' }));
  expect(await screen.findByText('2 facturen worden gemaild')).toBeTruthy();
});
