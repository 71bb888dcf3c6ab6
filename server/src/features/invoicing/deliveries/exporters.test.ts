import { unzipSync } from 'fflate';
import { XMLParser } from 'fast-xml-parser';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { exportedCouplings } from '#contract/invoicing/deliveries.ts';
import { schemaErrors, xmllintIsThere } from '#server/platform/xml/testing/xmllint.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported } from '../exports/testing/exported.ts';
import { hardInvoices } from '../exports/testing/hard-invoices.ts';
import type { ExportedBatch } from './exported-batch.ts';
import { exactCreditors, exactFiles } from './exact.rules.ts';
import { exporterOf, packed } from './exporters.ts';

const name = 'Bäckerei “Ölmühle” & Zoon; de kwaliteitsbakker van het dorp €';
function invoice(seed: Partial<ExportedInvoice> = {}): ExportedInvoice {
  const standard = buildExported();
  return {
    ...standard,
    documentNumber: '2026-11-0007',
    creditor: { ...standard.creditor, name },
    invoiceNumber: 'F;2026"1',
    description: 'Papier, A4\nen inkt',
    lines: standard.lines.map((line) =>
      line.kind === 'costs'
        ? { ...line, ledgerNumber: '4500', costCenter: 'KP1', vatCode: '4', description: 'Papier' }
        : { ...line, description: '' },
    ),
    ...seed,
  };
}

const batch = (invoices: readonly ExportedInvoice[], more: Partial<ExportedBatch> = {}): ExportedBatch => ({
  administration: { id: 'administration', name: 'Vechtstreek', kvk: '87654321' },
  journal: '60',
  invoices,
  unmapped: [],
  read: async () => Buffer.from('%PDF-1.7'),
  ...more,
});

async function written(coupling: string, made: ExportedBatch) {
  const exporter = exporterOf(coupling);
  if (!exporter) throw new Error(coupling);
  expect(exporter.obstacles(made)).toEqual([]);
  const files = await exporter.filesOf(made);
  return new Map(files.map((file) => [file.name, Buffer.from(file.bytes).toString('utf8')]));
}

test('every coupling that is said to have an exporter has one, and no other', () => {
  expect(exportedCouplings.every((coupling) => exporterOf(coupling) !== undefined)).toBe(true);
  expect(exporterOf('baan')).toBeUndefined();
});

test('SnelStart gets the lines of an invoice under one code, the creditor first, in decimal commas', async () => {
  const text = (await written('snelstart_online', batch([invoice(), invoice({ invoiceNumber: '2' })]))).get(
    'boekingen.csv',
  );
  const rows = parse<Record<string, string>>(text ?? '', { delimiter: ';', columns: true });
  expect(rows).toHaveLength(6);
  expect(rows[0]).toEqual({
    fldDagboek: '60',
    fldBoekingcode: '1',
    fldDatum: '03-11-2026',
    fldGrootboeknummer: '1600',
    fldDebet: '',
    fldCredit: '121,00',
    fldOmschrijving: 'Papier, A4 en inkt',
    fldRelatiecode: '20014',
    fldFactuurnummer: 'F;2026"1',
    fldKostenplaatsnummer: '',
  });
  expect(rows.map((row) => row['fldBoekingcode'])).toEqual(['1', '1', '1', '2', '2', '2']);
  expect(rows[1]).toMatchObject({
    fldGrootboeknummer: '4500',
    fldDebet: '100,00',
    fldKostenplaatsnummer: 'KP1',
  });
});

test('Exact gets purchase entries with every line to the cent', async () => {
  const text = (await written('exact', batch([invoice()]))).get('boekingen.xml');
  const parsed = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text ?? '');
  const entry = parsed.eExact.GLEntries.GLEntry;
  expect(entry).toMatchObject({
    '@_status': 'E',
    Date: '2026-11-03',
    DocumentDate: '2026-11-02',
    Journal: { '@_code': '60', '@_type': 'I' },
  });
  expect(entry.FinEntryLine).toHaveLength(3);
  expect(entry.FinEntryLine[0]).toMatchObject({
    GLAccount: { '@_code': '4500' },
    Costcenter: { '@_code': 'KP1' },
    Creditor: { '@_code': '20014' },
    Amount: { Currency: { '@_code': 'EUR' }, Debit: '100.00', Credit: '0.00', VAT: { '@_code': '4' } },
    FinReferences: { YourRef: 'F;2026"1' },
  });
});

const eExact = (bytes: Uint8Array) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(Buffer.from(bytes).toString('utf8'))
    .eExact;

test('Exact gets the PDF in the line of the creditor, and a number of at most six digits as one', async () => {
  const scanned = invoice({
    original: { sha256: 'b', mime: 'image/tiff' },
    creditor: { ...invoice().creditor, number: '1000014' },
  });
  const [file] = await exactFiles(batch([invoice(), scanned]), 1000);
  const entries = eExact(file?.bytes ?? Buffer.from('')).GLEntries.GLEntry;
  const [costs, vat, creditor] = entries[0].FinEntryLine;
  expect([costs.DocumentAttachment, vat.DocumentAttachment]).toEqual([undefined, undefined]);
  expect(creditor.DocumentAttachment).toEqual({
    Subject: name.slice(0, 60).trimEnd(),
    OurRef: '2026-11-0007',
    YourRef: 'F;2026"1',
    Attachment: {
      Name: '2026-11-0007.pdf',
      BinaryData: Buffer.from('%PDF-1.7').toString('base64'),
    },
  });
  expect(creditor.Creditor).toEqual({ '@_code': '20014', '@_number': '20014' });
  const [, , without] = entries[1].FinEntryLine;
  expect(without.DocumentAttachment).toBeUndefined();
  expect(without.Creditor).toEqual({ '@_code': '1000014' });
});

test('Exact gets several files where the PDFs are too much for one, each invoice in one of them', async () => {
  const invoices = ['1', '2', '3', '4', '5'].map((invoiceNumber) => invoice({ invoiceNumber }));
  const files = await exactFiles(batch(invoices), 2 * '%PDF-1.7'.length);
  expect(files.map((file) => file.name)).toEqual(['boekingen-1.xml', 'boekingen-2.xml', 'boekingen-3.xml']);
  const numbers = files.flatMap(({ bytes }) =>
    [eExact(bytes).GLEntries.GLEntry].flat().map((entry) => entry.FinEntryLine[0].FinReferences.YourRef),
  );
  expect(numbers).toEqual(['1', '2', '3', '4', '5']);
});

const supplier = {
  creditorId: 'c',
  name,
  number: '20050',
  street: 'Dorpsstraat 5',
  postalCode: '7000 AA',
  city: 'Doetinchem',
  country: '',
  vatId: '',
  kvk: '12345678',
  iban: 'NL91ABNA0417164300',
};

test('Exact gets new suppliers as accounts, in their country as far as it is known', () => {
  const [dutch, german, greek, belgian] = eExact(
    exactCreditors([
      supplier,
      { ...supplier, vatId: 'DE123456789' },
      { ...supplier, vatId: 'EL123456789' },
      { ...supplier, country: 'BE', vatId: 'DE123456789' },
    ]),
  ).Accounts.Account;
  expect(dutch).toMatchObject({
    '@_code': '20050',
    '@_type': 'S',
    Name: name.slice(0, 50),
    Creditor: { '@_code': '20050', '@_number': '20050', Currency: { '@_code': 'EUR' } },
    ChamberOfCommerce: '12345678',
  });
  expect(dutch.VATNumber).toBeUndefined();
  expect(JSON.stringify(dutch)).not.toContain('NL91ABNA');
  const countries = [dutch, german, greek, belgian].map(
    ({ Contacts }) => Contacts.Contact.Addresses.Address.Country['@_code'],
  );
  expect(countries).toEqual(['NL', 'DE', 'GR', 'BE']);
});

// The schema is public and not ours: https://github.com/tim-online/go-exactglobe has it under docs/.
const schema = process.env['BALIE_EXACT_SCHEMA'];

test.skipIf(schema === undefined || !xmllintIsThere())(
  'what Exact gets follows its schema (skipped: BALIE_EXACT_SCHEMA names no eExact-Schema.xsd, or xmllint is missing)',
  async () => {
    const hard = Object.values(hardInvoices).map((seed) => buildExported(seed));
    for (const file of await exactFiles(batch([invoice(), ...hard]), 1_000_000))
      expect(schemaErrors(schema ?? '', file.bytes)).toBe('');
    const accounts = exactCreditors([supplier, { ...supplier, name: 'A & <b>', street: '', vatId: 'DE1' }]);
    expect(schemaErrors(schema ?? '', accounts)).toBe('');
  },
);

test('AFAS gets the picture before the UBL of the same name', async () => {
  expect([...(await written('afas', batch([invoice()]))).keys()]).toEqual([
    '2026-11-0007.pdf',
    '2026-11-0007.xml',
  ]);
  const noPicture = invoice({ original: { sha256: 'a', mime: 'image/tiff' } });
  expect([...(await written('afas', batch([noPicture]))).keys()]).toEqual(['2026-11-0007.xml']);
});

test('our own XML gives every field back as it was', async () => {
  const text = (await written('xml', batch([invoice({ totalInCents: -12_100 })]))).get('boekingen.xml');
  const parsed = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text ?? '');
  expect(parsed.bookings.invoice).toMatchObject({
    number: 'F;2026"1',
    creditor: { name, number: '20014' },
    total: '-121.00',
  });
  expect(parsed.bookings.invoice.line).toHaveLength(3);
});

test('what a package needs and is not there is named before anything is written', () => {
  const obstacle = (coupling: string, made: ExportedBatch) => exporterOf(coupling)?.obstacles(made)[0];
  const bare = invoice({ lines: [] });
  expect(obstacle('exact', batch([bare]))).toEqual({
    code: 'account-missing',
    about: '2026-11-0007',
    aboutId: 'id',
  });
  expect(obstacle('exact', batch([invoice({ creditor: { ...invoice().creditor, number: null } })]))).toEqual({
    code: 'creditor-number-missing',
    about: name,
    aboutId: 'creditor',
  });
  expect(obstacle('exact', batch([invoice()], { journal: '' }))).toMatchObject({ code: 'journal-missing' });
  expect(
    obstacle('afas', batch([invoice()], { administration: { id: 'a', name: 'V', kvk: '' } })),
  ).toMatchObject({
    code: 'kvk-missing',
  });
  const [first, ...rest] = invoice().lines;
  const uneven = invoice({ lines: first ? [{ ...first, debitInCents: 1 }, ...rest] : [] });
  expect(obstacle('xml', batch([uneven]))).toMatchObject({ code: 'unbalanced', about: '2026-11-0007' });
  expect(obstacle('csv', batch([bare]))).toBeUndefined();
});

test('one file leaves as it is, several in a ZIP with the same bytes each time', async () => {
  const one = { name: 'a.csv', bytes: Buffer.from('1') };
  expect(packed([one], 'stem')).toEqual({ name: 'stem.csv', bytes: one.bytes });
  const both = [one, { name: 'b.xml', bytes: Buffer.from('2') }];
  const zip = packed(both, 'stem');
  expect(zip.name).toBe('stem.zip');
  expect(Object.keys(unzipSync(zip.bytes))).toEqual(['a.csv', 'b.xml']);
  expect(Buffer.from(packed(both, 'stem').bytes).equals(Buffer.from(zip.bytes))).toBe(true);
});
