import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { sampleCustomerAgreement, samplePriceAgreement } from '../testing/billing-samples.ts';
import { CustomerAgreementsTab } from './customer-agreements-tab.tsx';
import type { CustomerAgreement } from './customer-agreements-form.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/fm/companies/1/price-agreements';
const may = ['read', 'create', 'update', 'delete'].map((verb) => `fm.priceagreements.${verb}.system`);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openTab(...agreements: CustomerAgreement[]) {
  const server = fakeServer();
  server.list(customerAgreements, { companyId: '1' }, agreements);
  server.list(priceAgreements, {}, [
    samplePriceAgreement(),
    samplePriceAgreement({ id: 'p2', name: 'Scan', price: 15, isVariable: true, invoiceType: 2 }),
  ]);
  const drawn = await renderScreen(CustomerAgreementsTab, {
    path: '/fm/customers/{companyId}/price-agreements',
    at: '/fm/customers/1/price-agreements',
    may,
    server,
  });
  return drawn;
}

const sent = ({ server }: { server: ReturnType<typeof fakeServer> }, method: string) =>
  server.calls.findLast((call) => call.method === method)?.body;

test('an agreement is chosen by its name and rate, with a quantity of 1 unless another is given', async () => {
  const drawn = await openTab();
  drawn.server.on('POST', url, () => result(sampleCustomerAgreement()));
  await drawn.user.click(await screen.findByRole('button', { name: 'Prijsafspraak toevoegen' }));
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak toevoegen/ });
  expect(within(dialog).getByLabelText('Aantal')).toHaveProperty('value', '1');
  await drawn.user.click(within(dialog).getByRole('combobox', { name: 'Prijsafspraak' }));
  await screen.findByRole('option', { name: /Scan/ });
  const offered = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Licentie Balie (€\u202f100,00 per kwartaal)',
    'Scan (€\u202f0,15 per document)',
  ]);
  await drawn.user.click(screen.getByRole('option', { name: /Scan/ }));
  await drawn.user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(drawn, 'POST')).toEqual({ priceAgreementId: 'p2', quantity: 1, enddate: null });
});

test('an overlap is said at the agreement', async () => {
  const drawn = await openTab();
  const overlap = 'Deze prijsafspraak loopt in deze tijd al bij deze klant';
  drawn.server.on('POST', url, () => refusal('validation', { errors: { price_agreement_id: [overlap] } }));
  await drawn.user.click(await screen.findByRole('button', { name: 'Prijsafspraak toevoegen' }));
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak toevoegen/ });
  await drawn.user.click(within(dialog).getByRole('combobox', { name: 'Prijsafspraak' }));
  await drawn.user.click(await screen.findByRole('option', { name: /Licentie Balie/ }));
  await drawn.user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(await within(dialog).findByText(overlap)).toBeTruthy();
  expect(within(dialog).getByRole('combobox', { name: 'Prijsafspraak' }).id).toBe('price_agreement_id');
  expect(within(dialog).getByRole('combobox', { name: 'Prijsafspraak' }).getAttribute('aria-invalid')).toBe(
    'true',
  );
});

test('changing one leaves the agreement itself as it is', async () => {
  const drawn = await openTab(sampleCustomerAgreement());
  drawn.server.on('PUT', `${url}/a1`, () => result(sampleCustomerAgreement({ quantity: 5 })));
  await drawn.user.click(await screen.findByRole('button', { name: 'Bewerk Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /van klant bewerken/ });
  expect(within(dialog).getByRole('combobox', { name: 'Prijsafspraak' })).toHaveProperty('disabled', true);
  const quantity = within(dialog).getByLabelText('Aantal');
  await drawn.user.clear(quantity);
  await drawn.user.type(quantity, '5x');
  await drawn.user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(drawn, 'PUT')).toEqual({
    id: 'a1',
    priceAgreementId: 'p1',
    quantity: 5,
    startdate: '2026-02-15',
    enddate: null,
    rowVersion: 1,
  });
});

test('what a final run has billed is ended, not deleted', async () => {
  const drawn = await openTab(
    sampleCustomerAgreement({ isBilled: true }),
    sampleCustomerAgreement({ id: 'a2', name: 'Onderhoud' }),
  );
  drawn.server.on('PUT', `${url}/a1`, () => result(sampleCustomerAgreement({ enddate: '2026-11-21' })));
  expect(await screen.findByRole('button', { name: 'Verwijder Onderhoud' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Verwijder Licentie Balie' })).toBeNull();
  await drawn.user.click(screen.getByRole('button', { name: 'Beëindig Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /Licentie Balie beëindigen/ });
  expect(within(dialog).getByRole('textbox', { name: 'Einddatum' })).toHaveProperty('value', '21-11-2026');
  await drawn.user.click(within(dialog).getByRole('button', { name: 'Beëindigen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(drawn, 'PUT')).toMatchObject({ enddate: '2026-11-21', quantity: 2 });
});

test('nothing ends without a day', async () => {
  const drawn = await openTab(sampleCustomerAgreement({ isBilled: true }));
  await drawn.user.click(await screen.findByRole('button', { name: 'Beëindig Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /Licentie Balie beëindigen/ });
  await drawn.user.clear(within(dialog).getByRole('textbox', { name: 'Einddatum' }));
  await drawn.user.click(within(dialog).getByRole('button', { name: 'Beëindigen' }));
  expect(await within(dialog).findByText('Vul dit veld in')).toBeTruthy();
  expect(sent(drawn, 'PUT')).toBeUndefined();
});
