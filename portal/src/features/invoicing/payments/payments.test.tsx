import { configure, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { payments, paymentSettings } from '#contract/invoicing/payments.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { PaymentDetail } from './payment-detail.tsx';
import { PaymentSettingsList } from './payment-settings-list.tsx';
import type { Payment } from './payment.ts';

configure({ asyncUtilTimeout: 8000 });

const payment = (seed: Partial<Payment> = {}): Payment => ({
  id: 'p1',
  companyId: 'c1',
  company: { name: 'Veenstra' },
  administrationId: 'a1',
  administration: { name: 'Veenstra Holding' },
  number: '2026-048',
  state: 'prepared',
  executionDay: '2026-11-25',
  paymentCount: 1,
  totalAmount: 189_897,
  filename: '',
  createdAt: '2026-11-24T12:42:00.000Z',
  releasedAt: null,
  iban: 'NL39RABO0300065264',
  holder: 'Veenstra Holding',
  invoices: [
    {
      id: 'i1',
      documentId: '2026-11-0007',
      invoiceNumber: '2026-1184',
      creditorName: 'Van Dijk',
      totalAmount: 189_897,
      dueDate: '2026-11-27',
      reference: '2026-1184',
      isStructured: false,
      transfers: [{ iban: 'NL91ABNA0417164300', kind: 'normal', amount: 189_897 }],
    },
  ],
  leftOut: [
    {
      id: 'i2',
      documentId: '2026-11-0008',
      invoiceNumber: 'Z-26118',
      creditorName: 'Drukkerij Zalland',
      totalAmount: 522_075,
      currency: 'EUR',
      reason: 'in-other-payment',
      about: '2026-047',
      aboutId: 'p0',
      gAmount: null,
    },
    {
      id: 'i3',
      documentId: '2026-11-0009',
      invoiceNumber: '26-0388',
      creditorName: 'Kozijnbouw Raalte',
      totalAmount: 1_041_653,
      currency: 'EUR',
      reason: 'g-amount-open',
      about: 'NL02ABNA0123456789',
      aboutId: null,
      gAmount: 0,
    },
  ],
  createdByName: 'Petra Huisman',
  preparedAt: '2026-11-24T12:42:00.000Z',
  preparedByName: 'Petra Huisman',
  releasedByName: '',
  mayRelease: true,
  reason: '',
  rowVersion: 2,
  ...seed,
});

const open = (seed: Partial<Payment> = {}) => {
  const server = fakeServer();
  server.one(payments, {}, payment(seed));
  return renderScreen(PaymentDetail, {
    server,
    path: '/fmmodule/payments/{paymentId}',
    at: '/fmmodule/payments/p1',
    may: ['read', 'create', 'release'].map((right) => `fmmodule.payments.${right}.company`),
    screens: invoicingScreens,
  });
};

test('another person than its maker releases it, and what is left out says why', async () => {
  const { user, server } = await open();
  expect(await screen.findByText('Zit al in betaling 2026-047')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Betaling openen' }).getAttribute('href')).toContain('/p0');
  server.on('POST', '/api/fmmodule/payments/p1/release', () => result(payment({ state: 'released' })));
  await user.click(screen.getByRole('button', { name: 'Vrijgeven' }));
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ rowVersion: 2 });
});

test('its maker is told that another person releases it, without a dead button', async () => {
  await open({ mayRelease: false });
  expect(await screen.findByText('Een ander moet vrijgeven')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Vrijgeven' })).toBeNull();
});

test('a draft gives up an invoice by its box, and asks how much goes to a G-account', async () => {
  const { user, server } = await open({ state: 'draft' });
  server.on('POST', '/api/fmmodule/payments/p1/choose', () => result(payment({ state: 'draft' })));
  await user.click(await screen.findByRole('checkbox', { name: /Van Dijk/ }));
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    invoiceIds: [],
    executionDay: '2026-11-25',
    rowVersion: 2,
  });
  server.on('POST', '/api/fmmodule/payments/p1/split', () => result(payment({ state: 'draft' })));
  await user.click(screen.getByRole('button', { name: 'Verdelen' }));
  const dialog = await screen.findByRole('dialog');
  const amount = within(dialog).getByLabelText('Naar de G-rekening');
  await user.clear(amount);
  await user.type(amount, '2604,13');
  await user.click(within(dialog).getByRole('button', { name: 'Verdelen' }));
  expect(server.calls.at(-1)?.method === 'GET' || server.calls.length > 0).toBe(true);
  const split = server.calls.find(({ url }) => url.endsWith('/split'));
  expect(split?.body).toEqual({ invoiceId: 'i3', gAmount: 260_413 });
});

test('switching payments on asks whether the package pays too', async () => {
  const settings: Rec<typeof paymentSettings> = {
    id: 'a1',
    companyId: 'c1',
    company: { name: 'Veenstra' },
    administration: { name: 'Holding' },
    isOn: false,
    iban: '',
    bic: '',
    holder: '',
    isConfirmed: false,
    confirmedByName: '',
    paysFrom: '2026-11-01',
    rowVersion: 0,
    mayConfirm: false,
  };
  const server = fakeServer();
  server.list(paymentSettings, {}, [settings]);
  server.one(paymentSettings, {}, settings);
  server.on('PUT', '/api/fmmodule/payment-settings/a1', () => result({ ...settings, isOn: true }));
  const { user } = await renderScreen(PaymentSettingsList, {
    server,
    path: '/fmmodule/payment-settings',
    may: ['fmmodule.paymentsettings.read.company', 'fmmodule.paymentsettings.update.company'],
    screens: invoicingScreens,
  });
  await user.click((await screen.findAllByText('Holding'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('radio', { name: 'Ja' }));
  await user.click(within(dialog).getByRole('combobox', { name: /pakket deze facturen ook/ }));
  await user.click(await screen.findByRole('option', { name: /Nee, alleen/ }));
  await user.type(within(dialog).getByLabelText('Naam van de rekening'), 'Veenstra');
  await user.type(within(dialog).getByLabelText('Rekening waarvan betaald wordt'), 'NL39RABO0300065264');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    isOn: true,
    packagePaysToo: false,
    holder: 'Veenstra',
    rowVersion: 0,
  });
});
