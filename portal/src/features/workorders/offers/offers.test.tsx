import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Rec, Row } from '#contract/resource.ts';
import { offers } from '#contract/workorders/offers.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { annualReport } from '../testing/samples.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { OffersCard } from './offers-card.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const base = '/api/comceptum/workorders/o418/offers';
const may = ['read', 'create', 'send', 'withdraw'].map((verb) => `comceptum.offers.${verb}.company`);
const concept: Row<typeof offers> = {
  id: 'f1',
  workOrderId: 'o418',
  count: 3,
  name: 'offer 2026-418-3.pdf',
  state: 'concept',
  language: 'nl',
  validUntil: '2026-12-21',
  totalAmount: 407000,
  vatAmount: 85470,
  totalInclVatAmount: 492470,
  discountPercentage: 0,
  discountAmount: 0,
  optionalAmount: 26500,
  vatPercentage: 21,
  vat: [],
  createdAt: '2026-11-21T11:00:00Z',
  createdBy: 'Sanne de Wit',
  sentAt: null,
  sentTo: [],
  answeredAt: null,
  answeredBy: '',
  reason: '',
  pdfSha256: 'ab',
  pdfPath: '/api/shared/entities/o418/attachments/x/file',
  canSend: true,
  canWithdraw: true,
};
const whole: Rec<typeof offers> = {
  ...concept,
  introduction: '',
  lines: [],
  answeredFrom: '',
  answeredEmail: '',
};
const accepted: Row<typeof offers> = {
  ...concept,
  id: 'f0',
  count: 2,
  name: 'offer 2026-418-2.pdf',
  state: 'accepted',
  answeredAt: '2026-11-12T13:05:00Z',
  answeredBy: 'Ilse Nijhof',
  canSend: false,
  canWithdraw: false,
};
const line = (orderLineId: string, description: string, salesAmount: number) => ({
  orderLineId,
  description,
  specification: 'A4',
  vat: 'standard',
  vatPercentage: 21,
  specifications: { nl: 'oplage 500 · A4', en: 'edition 500 · A4' },
  salesAmount,
});

function serverOfOffers() {
  const server = fakeServer();
  server.on('GET', `${base}/compose`, () =>
    result({
      workOrderId: 'o418',
      name: concept.name,
      language: 'nl',
      validUntil: '2026-12-21',
      vatPercentage: 21,
      lines: [
        line('l1', 'Binnenwerk', 318000),
        line('l2', 'Omslag', 89000),
        line('l3', 'Uitnodiging', 26500),
      ],
      missing: [],
    }),
  );
  server.on('POST', base, () => result(whole));
  server.on('GET', `${base}/f1/message`, () =>
    result({
      recipients: [{ name: 'Ilse Nijhof', email: 'ilse@zorgpalet.example' }],
      subject: 'Offerte 2026-418-3',
      text: 'Geachte Ilse Nijhof',
      goesByMail: true,
    }),
  );
  return server;
}

test('chosen lines become a version, some of them optional, and it is mailed with a text', async () => {
  const server = serverOfOffers();
  const closed: string[] = [];
  const { user } = await renderScreen(
    () => <OfferDialog order={annualReport} onClose={() => closed.push('dicht')} />,
    { server, may },
  );
  await user.click(await screen.findByRole('checkbox', { name: /^Omslag/ }));
  await user.selectOptions(screen.getByLabelText('Wat de klant kiest: Uitnodiging'), 'Naar keuze');
  expect(screen.getByText(/Totaal exclusief btw/).textContent).toContain('3.180,00');
  // Each line as it will stand on the paper, in the language of the paper.
  await user.click(screen.getByRole('radio', { name: 'Engels' }));
  expect(screen.getAllByText('edition 500 · A4')).toHaveLength(3);
  await user.click(screen.getByRole('radio', { name: 'Nederlands' }));
  expect(screen.getAllByText('oplage 500 · A4')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Offerte maken' }));
  // Until it is sent it is a draft (§E5).
  expect(await screen.findAllByText('De offerte staat in de map concepten')).toHaveLength(1);
  const sent = () => server.calls.filter(({ method }) => method === 'POST');
  expect(sent()[0]?.body).toEqual({
    lines: [
      { orderLineId: 'l1', isOptional: false, choice: null },
      { orderLineId: 'l3', isOptional: true, choice: null },
    ],
    language: 'nl',
    introduction: '',
    discountPercentage: null,
    validUntil: '2026-12-21',
  });
  server.on('POST', `${base}/f1/send`, () =>
    Response.json({ result: { ...whole, state: 'sent' }, failed: [], link: null }),
  );
  await screen.findByText('ilse@zorgpalet.example');
  await user.click(screen.getByRole('button', { name: 'Versturen' }));
  await waitFor(() => expect(closed).toEqual(['dicht']));
  expect(sent()[1]?.body).toEqual({
    to: ['ilse@zorgpalet.example'],
    subject: 'Offerte 2026-418-3',
    text: 'Geachte Ilse Nijhof',
  });
});

test('an invalid address is named at the addresses', async () => {
  const server = serverOfOffers();
  server.on('POST', `${base}/f1/send`, () =>
    refusal('validation', { errors: { to_1: ['Geef een geldig e-mailadres'] } }),
  );
  const { user } = await renderScreen(() => <OfferDialog order={annualReport} onClose={() => undefined} />, {
    server,
    may,
  });
  await user.click(await screen.findByRole('button', { name: 'Offerte maken' }));
  await screen.findByText('ilse@zorgpalet.example');
  const to = screen.getByRole('combobox', { name: 'Aan' });
  await user.type(to, 'geen adres{Enter}');
  await user.click(screen.getByRole('button', { name: 'Versturen' }));
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'));
  // At the field, and not a second time above it.
  expect(screen.getAllByText('Geef een geldig e-mailadres')).toHaveLength(1);
});

test('the server names an offer without lines and a letterhead with missing parts', async () => {
  const server = serverOfOffers();
  server.on('POST', base, () =>
    refusal('validation', {
      errors: { lines: ['Kies ten minste één regel'], letterhead: ['Vul eerst het briefhoofd in'] },
    }),
  );
  const { user } = await renderScreen(() => <OfferDialog order={annualReport} onClose={() => undefined} />, {
    server,
    may,
  });
  for (const box of await screen.findAllByRole('checkbox', { name: /^(Binnenwerk|Omslag|Uitnodiging)/ }))
    await user.click(box);
  expect(screen.getByRole('button', { name: 'Voorbeeld bekijken' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Offerte maken' }));
  expect(await screen.findByText('Kies ten minste één regel')).toBeTruthy();
  expect(screen.getByText('Vul eerst het briefhoofd in')).toBeTruthy();
});

test('where no mail goes out the link is shown once, to copy', async () => {
  const server = serverOfOffers();
  server.list(offers, { workOrderId: 'o418' }, [concept]);
  server.on('POST', `${base}/f1/send`, () =>
    Response.json({
      result: { ...whole, state: 'sent' },
      failed: [],
      link: 'https://balie.example/offer/geheim',
    }),
  );
  const { user } = await renderScreen(() => <OffersCard order={annualReport} />, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Versturen' }));
  await screen.findByRole('textbox', { name: 'Onderwerp' });
  const dialog = screen.getByRole('dialog', { name: /Offerte versturen/ });
  await user.click(within(dialog).getByRole('button', { name: 'Versturen' }));
  const field = await screen.findByRole('textbox', { name: 'Link voor de klant' });
  expect(field).toHaveProperty('value', 'https://balie.example/offer/geheim');
  await user.click(screen.getByRole('button', { name: 'Link kopiëren' }));
  expect(await navigator.clipboard.readText()).toBe('https://balie.example/offer/geheim');
  expect(await screen.findByRole('button', { name: 'Gekopieerd' })).toBeTruthy();
});

test('every version shows its state, and an answered one cannot be sent or withdrawn', async () => {
  const server = fakeServer();
  server.list(offers, { workOrderId: 'o418' }, [accepted]);
  await renderScreen(() => <OffersCard order={annualReport} />, { server, may });
  const card = await screen.findByRole('region', { name: 'Offertes 1' });
  expect(card.textContent).toContain('Akkoord van Ilse Nijhof op 12-11-2026 14:05');
  expect(card.textContent).toContain('4.070,00');
  expect(within(card).queryByRole('button', { name: /intrekken|Versturen/ })).toBeNull();
});

test('a version is withdrawn with a reason', async () => {
  const server = fakeServer();
  server.list(offers, { workOrderId: 'o418' }, [concept]);
  server.on('POST', `${base}/f1/withdraw`, () => result({ ...whole, state: 'withdrawn' }));
  const { user } = await renderScreen(() => <OffersCard order={annualReport} />, { server, may });
  await user.click(await screen.findByRole('button', { name: 'offer 2026-418-3.pdf intrekken' }));
  const dialog = await screen.findByRole('dialog', { name: /Offerte intrekken/ });
  await user.click(within(dialog).getByRole('textbox'));
  await user.paste('Prijs klopt niet');
  await user.click(within(dialog).getByRole('button', { name: 'Intrekken' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Prijs klopt niet' });
});
