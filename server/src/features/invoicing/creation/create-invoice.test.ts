import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { ublOf, type UblSeed } from '#server/features/documents/testing/ubl.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import type { LiveEvent } from '#server/platform/jobs/live-events.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';
import { createInvoice } from './create-invoice.job.ts';

let world: TestApp;
let work: Work;
let user: TestClient;

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  user = await world.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.documents.read.company',
      'fmmodule.invoices.read.company',
    ],
  });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

const find = async (id: string | null) => (await user.get(`/api/fmmodule/invoices/${id}`)).json().result;
const send = async (seed: UblSeed = {}) => find(await uploadUbl(world, work, user, seed));

test('a recognised document becomes a Concept with everything that was found, and history', async () => {
  const invoice = await send({ lines: [{ description: 'Ketel', cents: 10_000 }] });
  expect(invoice).toMatchObject({
    documentId: '2026-11-0001',
    statusValue: 'Concept',
    approvalState: 'pending',
    administration: { name: 'Holding' },
    exclAmount: 10_000,
    vatAmount: 2100,
    iban: 'NL91ABNA0417164300',
    duplicateOf: null,
    lookalike: null,
    splitBefore: [],
    addressedTo: null,
    booking: {
      lines: [
        { lineNumber: 1, debit: 10_000 },
        { lineNumber: 2, debit: 2100 },
        { lineNumber: 3, credit: 12_100, description: 'Bakker Techniek B.V. 2026-0042' },
      ],
    },
  });
  const history = await world.db
    .selectFrom('history')
    .where('entity_id', '=', invoice.id)
    .select(['verb', 'user_id'])
    .execute();
  expect(history).toEqual([{ verb: 'create', user_id: user.userId }]);
  expect((await user.get(`/api/fmmodule/documents/${invoice.documentKey}`)).json().result.invoiceId).toBe(
    invoice.id,
  );
});

test('VAT by rate goes from the document to the booking, as long as it comes to the VAT', async () => {
  const clerk = await world.asUser({
    companyId: user.companyId,
    may: ['fmmodule.invoices', 'fmmodule.invoicerecognitiondata'].flatMap((of) => [
      `${of}.read.company`,
      `${of}.update.company`,
    ]),
  });
  const taxes = [
    { percent: 19, base: 5000, vat: 950 },
    { percent: 23, base: 5000, vat: 1150 },
  ];
  const invoice = await send({ number: '77', lines: [{ description: 'Deel', cents: 3000 }], taxes });
  const inInvoice = async () =>
    (await clerk.get(`/api/fmmodule/invoices/${invoice.id}/booking`)).json().result.facts.vatByRate;
  const url = `/api/fmmodule/invoicerecognition/unvalidated/${invoice.documentKey}`;
  const inDocument = async () =>
    (await clerk.get(url))
      .json()
      .result.vatRates.map(({ rate, baseInCents }: { rate: number; baseInCents: number }) => [
        rate,
        baseInCents,
      ]);
  expect(await inDocument()).toEqual([
    [1900, 5000],
    [2300, 5000],
  ]);
  expect(await inInvoice()).toEqual([
    { rate: 1900, vatInCents: 950 },
    { rate: 2300, vatInCents: 1150 },
  ]);
  expect(invoice.booking.lines).toMatchObject([
    { debit: 5000 },
    { debit: 5000 },
    { debit: 950 },
    { debit: 1150 },
    { credit: 12_100 },
  ]);
  const corrected = await clerk.put(
    `/api/fmmodule/invoicerecognition/${invoice.documentKey}/properties/vat`,
    {
      value: '20,00',
    },
  );
  expect(corrected.json().result.vatRates, corrected.body).toEqual([]);
  expect(await inInvoice()).toEqual([]);
});

test('the address of an e-invoice becomes that of its creditor, until one is written down', async () => {
  const place = async () =>
    world.db
      .selectFrom('creditors')
      .where('company_id', '=', user.companyId)
      .select(['street', 'postal_code', 'city', 'country'])
      .execute();
  await send();
  expect(await place()).toEqual([{ street: '', postal_code: '', city: '', country: '' }]);
  await send({ number: '2', street: 'Markt 1' });
  const known = [{ street: 'Markt 1', postal_code: '8011 MC', city: 'Zwolle', country: 'NL' }];
  expect(await place()).toEqual(known);
  await send({ number: '3', street: 'Elders 9' });
  expect(await place()).toEqual(known);
});

test('the verdict on an e-invoice names rules in plain words, with a letter to its supplier', async () => {
  const invoice = await send({ number: 'E-9' });
  const verdict = (await user.get(`/api/fmmodule/invoices/${invoice.id}/e-invoice`)).json().result;
  expect(invoice.isEInvoice).toBe(true);
  expect(verdict).toMatchObject({ result: 'invalid', standards: [{ name: 'EN 16931' }] });
  const missing = verdict.findings.find(({ rule }: { rule: string }) => rule === 'BR-08');
  expect(missing).toMatchObject({ level: 'error', mender: 'supplier', places: ['Invoice'] });
  expect(verdict.mail).toMatchObject({ to: '' });
  expect(verdict.mail.subject).toContain('E-9');
  expect(verdict.mail.text).toContain(missing.text);
});

test('panels of uploads hear of the invoice when it is made', async () => {
  const events: LiveEvent[] = [];
  const stop = world.services.events.subscribe((event) => void events.push(event));
  const [body, headers] = upload({ filename: 'factuur.xml', content: ublOf() });
  const { id } = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0];
  const ofDocument = () =>
    events.filter((event) => event.resource === 'fmmodule/documents' && event.id === id).length;
  await work.read();
  await expect.poll(ofDocument).toBeGreaterThan(0);
  // What reading published has arrived.
  await sleep(100);
  const before = ofDocument();
  await work.run();
  await expect.poll(ofDocument).toBeGreaterThan(before);
  stop();
});

test('a document gives one invoice, however often the job runs', async () => {
  const invoice = await send();
  const job = {
    companyId: user.companyId,
    documentId: invoice.documentKey,
    by: { userId: user.userId, name: 'Sanne' },
  };
  await Promise.all([createInvoice(world.services, job), createInvoice(world.services, job)]);
  expect((await user.get('/api/fmmodule/invoices?$count=true')).json().metadata.count).toBe(1);
});

test('a supplier is stored once, and completed by later invoices', async () => {
  await send({ number: '1', kvk: null, iban: 'NL91ABNA0417164300' });
  await send({ number: '2', kvk: '12345678', iban: 'NL91ABNA0417164300' });
  await send({ number: '3', kvk: '12345678', iban: null, supplier: 'Bakker Techniek' });
  const creditors = await world.db
    .selectFrom('creditors')
    .where('company_id', '=', user.companyId)
    .select(['name', 'kvk', 'iban'])
    .execute();
  expect(creditors).toEqual([{ name: 'Bakker Techniek B.V.', kvk: '12345678', iban: 'NL91ABNA0417164300' }]);
});

describe('a second document (§C2)', () => {
  const first: UblSeed = { number: 'F-2026.0042', date: '2026-11-02', exclInCents: 10_000 };

  test.each<[string, UblSeed, 'Duplicate' | 'Concept', { lookalike: boolean }]>([
    [
      'with the same number, spelt otherwise',
      { number: 'f 20260042', exclInCents: 9000 },
      'Duplicate',
      { lookalike: false },
    ],
    [
      'with a leading zero more',
      { number: 'F-2026.00042', exclInCents: 9000 },
      'Concept',
      { lookalike: false },
    ],
    ['of another day', { date: '2026-11-03', exclInCents: 9000 }, 'Concept', { lookalike: false }],
    ['of another supplier by KvK', { kvk: '87654321', exclInCents: 9000 }, 'Concept', { lookalike: false }],
    [
      'of the same KvK under another name',
      { supplier: 'Bakker Groep', exclInCents: 9000 },
      'Duplicate',
      { lookalike: false },
    ],
    [
      'that is the credit note of the first',
      { isCredit: true, exclInCents: 10_000 },
      'Concept',
      { lookalike: false },
    ],
    [
      'with the same amount and day under another number',
      { number: 'F-2026.0043' },
      'Concept',
      { lookalike: true },
    ],
  ])('%s', async (_, seed, status, { lookalike }) => {
    const original = await send(first);
    const second = await send({ ...first, ...seed });
    expect(second.statusValue).toBe(status);
    const named = { id: original.id, documentId: original.documentId };
    expect(second.duplicateOf).toEqual(status === 'Duplicate' ? named : null);
    expect(second.lookalike).toEqual(lookalike ? named : null);
  });

  test('by btw-id where there is no KvK, by IBAN where there is neither, by name at last', async () => {
    const same = { kvk: null, vatId: null, iban: null };
    for (const identity of [
      { ...same, vatId: 'NL004495445B01' },
      { ...same, iban: 'NL20INGB0001234567' },
      { ...same, supplier: 'Visser v.o.f.' },
    ]) {
      const number = `N${JSON.stringify(identity).length}`;
      expect((await send({ number, ...identity })).statusValue).toBe('Concept');
      expect((await send({ number, ...identity, exclInCents: 9000 })).statusValue).toBe('Duplicate');
    }
  });

  test('with exactly the same bytes is one, and names the first rather than another copy', async () => {
    const original = await send(first);
    await send(first);
    const third = await send(first);
    expect(third.duplicateOf).toEqual({ id: original.id, documentId: original.documentId });
    const isDuplicate = async ({ documentKey }: { documentKey: string }) =>
      (await user.get(`/api/fmmodule/documents/${documentKey}`)).json().result.isDuplicate;
    expect(await isDuplicate(original)).toBe(false);
    expect(await isDuplicate(third)).toBe(true);
  });

  test('for another administration is none', async () => {
    await buildAdministration(world.db, user.companyId, 'Zuiderpark Beheer');
    expect((await send({ ...first, buyer: 'Holding' })).statusValue).toBe('Concept');
    expect((await send({ ...first, buyer: 'Zuiderpark Beheer', exclInCents: 9000 })).statusValue).toBe(
      'Concept',
    );
  });

  test('of another company is none', async () => {
    await send(first);
    const stranger = await world.asUser({
      may: ['fmmodule.documents.create.company', 'fmmodule.invoices.read.company'],
    });
    await buildAdministration(world.db, stranger.companyId);
    const id = await uploadUbl(world, work, stranger, first);
    expect((await stranger.get(`/api/fmmodule/invoices/${id}`)).json().result.statusValue).toBe('Concept');
  });
});
