import { XMLParser } from 'fast-xml-parser';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported } from '../exports/testing/exported.ts';
import { hardInvoices } from '../exports/testing/hard-invoices.ts';
import { exporterOf } from './exporters.ts';

// Hard invoices through every file of bookings, read back by a reader that knows nothing of the writer.

/** A line as it comes back. */
interface Read {
  readonly number: string;
  readonly account: string;
  readonly debit: number;
  readonly credit: number;
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const decimals = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false });
const toCents = (text: string) => {
  const [, minus = '', whole = '', cents = ''] = /^(-?)(\d+)[.,](\d\d)$/.exec(text || '0,00') ?? [];
  return Number(`${minus}${whole}${cents}`);
};
const signed = (cents: number) => ({ debit: Math.max(cents, 0), credit: Math.max(-cents, 0) });
const csv = (text: string) =>
  parse<Record<string, string>>(text, {
    delimiter: ';',
    columns: true,
    bom: true,
    relax_column_count: false,
  });

/** How each file is read; the creditor stands on its own account where the package keeps one. */
const readers: Readonly<Record<string, { readonly file: string; readonly read: (text: string) => Read[] }>> =
  {
    snelstart_online: {
      file: 'boekingen.csv',
      read: (text) =>
        csv(text).map((row) => ({
          number: row['fldFactuurnummer'] ?? '',
          account: row['fldGrootboeknummer'] ?? '',
          debit: toCents(row['fldDebet'] ?? ''),
          credit: toCents(row['fldCredit'] ?? ''),
        })),
    },
    accountview: {
      file: 'mutaties.csv',
      read: (text) =>
        csv(text).map((row) => ({
          number: row['Factuurnummer'] ?? '',
          account: row['Grootboekrekening'] ?? '',
          ...signed(toCents(row['Bedrag'] ?? '')),
        })),
    },
    csv: {
      file: 'facturen.csv',
      read: (text) =>
        csv(text).map((row) => ({
          number: row['Factuurnummer'] ?? '',
          account: row['Grootboekrekening'] ?? '',
          debit: toCents(row['Debet'] ?? ''),
          credit: toCents(row['Credit'] ?? ''),
        })),
    },
    exact: {
      file: 'boekingen.xml',
      read: (text) =>
        [decimals.parse(text).eExact.GLEntries.GLEntry.FinEntryLine].flat().map((found) => ({
          number: found.FinReferences.YourRef,
          account: found.GLAccount['@_code'],
          debit: toCents(found.Amount.Debit),
          credit: toCents(found.Amount.Credit),
        })),
    },
    xml: {
      file: 'boekingen.xml',
      read: (text) => {
        const { invoice } = decimals.parse(text).bookings;
        return [invoice.line].flat().map((found) => ({
          number: invoice.number,
          account: found.account,
          debit: toCents(found.debit),
          credit: toCents(found.credit),
        }));
      },
    },
    king: {
      file: '2-journaalposten.xml',
      read: (text) =>
        [
          decimals.parse(text).KING_JOURNAAL.BOEKINGSGANGEN.BOEKINGSGANG.JOURNAALPOSTEN.JOURNAALPOST
            .JOURNAALREGELS.JOURNAALREGEL,
        ]
          .flat()
          .map((found) => ({
            number: found.JR_FACTUURNUMMER,
            // A creditor's account is its number.
            account: found.JR_REKENINGNUMMER === '20014' ? '1600' : found.JR_REKENINGNUMMER,
            debit: found.JR_BOEKZIJDE === 'DEB' ? toCents(found.JR_VALUTABEDRAG) : 0,
            credit: found.JR_BOEKZIJDE === 'CRED' ? toCents(found.JR_VALUTABEDRAG) : 0,
          })),
    },
  };

async function filesOf(coupling: string, invoice: ExportedInvoice) {
  const exporter = exporterOf(coupling);
  if (!exporter) throw new Error(coupling);
  const batch = {
    administration: { id: 'a', name: 'Vechtstreek', kvk: '87654321' },
    journal: '60',
    invoices: [invoice],
    unmapped: [],
    read: async () => Buffer.from('%PDF-1.7'),
  };
  expect(exporter.obstacles(batch)).toEqual([]);
  return exporter.filesOf(batch);
}
const textOf = async (coupling: string, invoice: ExportedInvoice, name: string) => {
  const found = (await filesOf(coupling, invoice)).find((file) => file.name === name);
  return Buffer.from(found?.bytes ?? []).toString('utf8');
};

describe.each(Object.entries(readers))('%s', (coupling, { file, read }) => {
  test.each(Object.entries(hardInvoices))('%s comes back to the cent and the character', async (_, seed) => {
    const invoice = buildExported(seed);
    const lines = read(await textOf(coupling, invoice, file));
    const key = (one: Read) => `${one.account} ${one.debit} ${one.credit}`;
    expect(lines.map(key).toSorted()).toEqual(
      invoice.lines
        .map((one) =>
          key({ number: '', account: one.ledgerNumber, debit: one.debitInCents, credit: one.creditInCents }),
        )
        .toSorted(),
    );
    expect(lines.every(({ number }) => flat(number) === flat(invoice.invoiceNumber))).toBe(true);
  });
});

test('King gets the picture, then the archive that names it, then entries that name the archive', async () => {
  const invoice = buildExported({ documentNumber: '2026-11-0007' });
  const files = await filesOf('king', invoice);
  expect(files.map(({ name }) => name)).toEqual([
    '2026-11-0007.pdf',
    '1-archief.xml',
    '2-journaalposten.xml',
  ]);
  const archive = decimals.parse(await textOf('king', invoice, '1-archief.xml'));
  expect(archive.KING_DIGITAAL_ARCHIEF.DIGITAAL_ARCHIEF.DIGITAAL_ARCHIEFSTUK).toMatchObject({
    DAR_ARCHIEFSOORT: 'INKOOP',
    DAR_BESTANDSNAAM: '2026-11-0007.pdf',
    DAR_DATUM: '2026-11-02',
    DAR_EXTERN_ID: '2026-11-0007',
  });
  const entries = await textOf('king', invoice, '2-journaalposten.xml');
  expect(entries.match(/<JR_ARCHIEFSTUK_EXTERN_ID>2026-11-0007</g)).toHaveLength(3);
  const scanned = buildExported({ original: { sha256: 'a', mime: 'image/tiff' } });
  expect((await filesOf('king', scanned)).map(({ name }) => name)).toEqual(['2-journaalposten.xml']);
});

test('AccountView gets the columns of its definition in their order', async () => {
  const text = await textOf('accountview', buildExported(), 'mutaties.csv');
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'Regelnummer;Dagboekcode;Factuurnummer;Boekdatum;Vervaldatum;Periode;Crediteurnummer;Grootboekrekening;Kostenplaats;Kostendrager;Omschrijving;Bedrag;Btw-code',
    '1;60;42;03-11-2026;02-12-2026;11;;4300;;;Ketel;100.00;',
  ]);
  expect(csv(text).at(-1)).toMatchObject({
    Crediteurnummer: '20014',
    Grootboekrekening: '1600',
    Bedrag: '-121.00',
  });
});
