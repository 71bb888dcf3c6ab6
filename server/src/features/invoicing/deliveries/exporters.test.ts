import { unzipSync } from 'fflate';
import { XMLParser } from 'fast-xml-parser';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { exportedCouplings } from '#contract/invoicing/deliveries.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported } from '../exports/testing/exported.ts';
import type { ExportedBatch } from './exported-batch.ts';
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
  expect(exporterOf('navision')).toBeUndefined();
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
