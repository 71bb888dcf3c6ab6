import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { samplePriceAgreement } from '../testing/billing-samples.ts';
import type { PriceAgreement } from './price-agreement-values.ts';
import { PriceAgreementsList } from './price-agreements-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const may = ['read', 'create', 'update', 'delete'].map((verb) => `fm.priceagreements.${verb}.system`);
const url = '/api/fm/price-agreements';

function serverWith(...agreements: PriceAgreement[]) {
  const server = fakeServer();
  server.list(priceAgreements, {}, agreements);
  return server;
}

const lastSent = (server: ReturnType<typeof fakeServer>, method: string) =>
  server.calls.findLast((call) => call.method === method)?.body;

test('the list reads type, rate, costs, invoicing type and cycle in words', async () => {
  const scan = samplePriceAgreement({
    id: 'p2',
    name: 'Scan',
    price: 15,
    isVariable: true,
    invoiceType: 2,
    cycleInMonths: 1,
    customerCount: 0,
  });
  await renderScreen(PriceAgreementsList, { server: serverWith(samplePriceAgreement(), scan), may });
  const cellsOf = async (name: RegExp) => {
    const row = await screen.findByRole('row', { name });
    return within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(0, 7);
  };
  expect(await cellsOf(/Licentie Balie/)).toEqual([
    'Licentie Balie',
    'Licentie',
    '€\u202f100,00',
    'Vast',
    'Niet van toepassing',
    'Kwartaal',
    '3',
  ]);
  expect(await cellsOf(/Scan/)).toEqual([
    'Scan',
    'Licentie',
    '€\u202f0,15',
    'Variabel',
    'Document',
    'Maand',
    '0',
  ]);
});

test('whatever is missing is said beside its own field', async () => {
  const server = serverWith();
  const sentences = [
    'Geef een naam',
    'Kies een type',
    'Geef een tarief',
    'Kies vaste of variabele kosten',
    'Kies maand, kwartaal of jaar',
    'Geef een geldige datum, bijvoorbeeld 21-11-2026',
  ];
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(
    (await screen.findAllByRole('button', { name: 'Prijsafspraak toevoegen' }))[0] ?? document.body,
  );
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak toevoegen/ });
  await user.type(within(dialog).getByRole('textbox', { name: /Einddatum/ }), '31-2-26');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  for (const sentence of sentences) expect(await within(dialog).findByText(sentence)).toBeTruthy();
  expect(within(dialog).getByText('6 velden kloppen nog niet.')).toBeTruthy();
  expect(within(dialog).getByLabelText('Tarief').id).toBe('agreement_price');
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('a rate per document goes in cents, with what it is counted by', async () => {
  const server = serverWith();
  server.on('POST', url, () => result(samplePriceAgreement()));
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(
    (await screen.findAllByRole('button', { name: 'Prijsafspraak toevoegen' }))[0] ?? document.body,
  );
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak toevoegen/ });
  await user.type(within(dialog).getByLabelText('Naam'), 'Scan');
  await user.click(within(dialog).getByLabelText('Onderhoud'));
  await user.type(within(dialog).getByLabelText('Tarief'), '0,15');
  expect(within(dialog).queryByLabelText('Document')).toBeNull();
  await user.click(within(dialog).getByLabelText('Variabel'));
  await user.click(within(dialog).getByLabelText('Document'));
  await user.click(within(dialog).getByLabelText('Maand'));
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastSent(server, 'POST')).toEqual({
    name: 'Scan',
    priceAgreementType: 2,
    price: 15,
    isVariable: true,
    invoiceType: 2,
    cycleInMonths: 1,
    startdate: null,
    enddate: null,
  });
});

test('choosing fixed costs takes the invoicing type away, and it does not come back by itself', async () => {
  const scan = samplePriceAgreement({ isVariable: true, invoiceType: 3 });
  const server = serverWith(scan);
  server.on('PUT', `${url}/p1`, () => result(samplePriceAgreement()));
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Bewerk Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak bewerken/ });
  expect(within(dialog).getByLabelText('Factuur')).toHaveProperty('checked', true);
  await user.click(within(dialog).getByLabelText('Vast'));
  expect(within(dialog).queryByLabelText('Factuur')).toBeNull();
  await user.click(within(dialog).getByLabelText('Variabel'));
  expect(within(dialog).getByLabelText('Factuur')).toHaveProperty('checked', false);
  await user.click(within(dialog).getByLabelText('Vast'));
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastSent(server, 'PUT')).toMatchObject({ isVariable: false, invoiceType: 0, rowVersion: 2 });
});

test('a new rate can go to existing customers from a day; without one they keep theirs', async () => {
  const server = serverWith(samplePriceAgreement());
  server.on('PUT', `${url}/p1`, () => result(samplePriceAgreement({ price: 12_500 })));
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Bewerk Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak bewerken/ });
  const day = /Ook voor bestaande klanten vanaf/;
  expect(within(dialog).queryByRole('textbox', { name: day })).toBeNull();
  await user.clear(within(dialog).getByLabelText('Tarief'));
  await user.type(within(dialog).getByLabelText('Tarief'), '125');
  await user.type(within(dialog).getByRole('textbox', { name: day }), '01-12-2026');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastSent(server, 'PUT')).toMatchObject({ price: 12_500, appliesFrom: '2026-12-01' });
});

test('a new rate of what nobody has asks for no day', async () => {
  const server = serverWith(samplePriceAgreement({ customerCount: 0 }));
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Bewerk Licentie Balie' }));
  const dialog = await screen.findByRole('dialog', { name: /Prijsafspraak bewerken/ });
  await user.type(within(dialog).getByLabelText('Tarief'), '1');
  expect(within(dialog).queryByRole('textbox', { name: /bestaande klanten/ })).toBeNull();
});

test('one that customers have is not deleted, and they are named', async () => {
  const server = serverWith(samplePriceAgreement());
  const usedBy = { count: 7, first: [{ resource: 'fm/companies', id: '1', name: 'Hofstede Tapijten' }] };
  server.on('DELETE', `${url}/p1`, () =>
    Response.json(
      { type: '/problems/in-use', title: 'x', status: 409, instance: '', usedBy },
      { status: 409 },
    ),
  );
  const { user } = await renderScreen(PriceAgreementsList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Verwijder Licentie Balie' }));
  const question = await screen.findByRole('dialog', { name: 'Prijsafspraak verwijderen?' });
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
  const refused = await screen.findByRole('dialog', { name: /Prijsafspraak wordt nog gebruikt/ });
  expect(refused.textContent).toContain('Hofstede Tapijten');
});

test('who may only read finds no way to change', async () => {
  await renderScreen(PriceAgreementsList, {
    server: serverWith(samplePriceAgreement()),
    may: ['fm.priceagreements.read.company'],
  });
  await screen.findByRole('row', { name: /Licentie Balie/ });
  expect(screen.queryByRole('button', { name: /Bewerk|Verwijder|toevoegen/ })).toBeNull();
});
