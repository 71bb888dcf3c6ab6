import { strToU8 } from 'fflate';
import { create } from 'xmlbuilder2';
import { centsToDecimal, xmlText } from '#server/platform/xml/ubl.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import type { NewCreditor } from './creditors-csv.rules.ts';
import { type ExportedBatch, type ExportedFile, type Exporter, journalObstacles } from './exported-batch.ts';
import { pictureOf } from './picture.ts';

// A file is one string while it is written, and a string has an end.
const maxPictureBytes = 48 * 1024 * 1024;

/**
 * Purchase entries as eExact XML for Exact Globe, with the PDF in each: an entry that a person processes there
 * (docs/couplings/exact.md).
 */
export const exact: Exporter = {
  obstacles: journalObstacles,
  filesOf: (batch) => exactFiles(batch, maxPictureBytes),
};

/** One file of entries, or several where the PDFs in it would be more than this. */
export async function exactFiles(batch: ExportedBatch, maxBytes: number): Promise<readonly ExportedFile[]> {
  const written: Uint8Array[] = [];
  let entries: object[] = [];
  let pictureBytes = 0;
  const write = () => {
    if (entries.length > 0) written.push(eExact({ GLEntries: { GLEntry: entries } }));
    entries = [];
    pictureBytes = 0;
  };
  for (const invoice of batch.invoices) {
    const [picture] = await pictureOf(batch, invoice);
    const size = picture?.bytes.length ?? 0;
    if (pictureBytes > 0 && pictureBytes + size > maxBytes) write();
    entries.push(entryOf(batch.journal, invoice, picture));
    pictureBytes += size;
  }
  write();
  const name = (index: number) => (written.length === 1 ? 'boekingen.xml' : `boekingen-${index + 1}.xml`);
  return written.map((bytes, index) => ({ name: name(index), bytes }));
}

/** Suppliers that Exact Globe does not know yet, to be imported before the entries on them (§C32). */
export function exactCreditors(creditors: readonly NewCreditor[]): Uint8Array {
  return eExact({ Accounts: { Account: creditors.map(accountOf) } });
}

function eExact(topic: object): Uint8Array {
  const xml = create({ version: '1.0', encoding: 'UTF-8' }, { eExact: topic }).end({ prettyPrint: true });
  return strToU8(xml);
}

function entryOf(journal: string, invoice: ExportedInvoice, picture: ExportedFile | undefined) {
  return {
    // Entered, not posted: the bookkeeper processes it.
    '@status': 'E',
    Description: textOf(invoice.description || invoice.creditor.name),
    Date: invoice.bookingDate,
    DocumentDate: invoice.invoiceDate,
    Journal: { '@code': journal, '@type': 'I' },
    FinEntryLine: invoice.lines.map((line, index) => ({
      ...lineOf(invoice, line, index + 1),
      ...(picture && line === lineOfPicture(invoice)
        ? { DocumentAttachment: documentOf(invoice, picture) }
        : {}),
    })),
  };
}

// The creditor's line is the invoice; where a booking has none, the first one.
function lineOfPicture({ lines }: ExportedInvoice): ExportedLine | undefined {
  return lines.find(({ kind }) => kind === 'creditor') ?? lines[0];
}

function lineOf(invoice: ExportedInvoice, line: ExportedLine, number: number) {
  return {
    '@number': String(number),
    '@type': 'N',
    '@subtype': 'K',
    Date: invoice.bookingDate,
    GLAccount: { '@code': line.ledgerNumber },
    Description: textOf(line.description || invoice.description),
    ...(line.costCenter === '' ? {} : { Costcenter: { '@code': line.costCenter } }),
    ...(line.costUnit === '' ? {} : { Costunit: { '@code': line.costUnit } }),
    Creditor: codeOf(invoice.creditor.number ?? ''),
    Amount: {
      Currency: { '@code': invoice.currency },
      Debit: centsToDecimal(line.debitInCents),
      Credit: centsToDecimal(line.creditInCents),
      ...(line.vatCode === '' ? {} : { VAT: { '@code': line.vatCode } }),
    },
    FinReferences: { YourRef: textOf(invoice.invoiceNumber, 30), DocumentDate: invoice.invoiceDate },
  };
}

function documentOf({ creditor, invoiceNumber, documentNumber }: ExportedInvoice, picture: ExportedFile) {
  return {
    Subject: textOf(`${creditor.name} ${invoiceNumber}`),
    OurRef: documentNumber,
    YourRef: textOf(invoiceNumber, 30),
    Attachment: {
      Name: picture.name,
      BinaryData: Buffer.from(picture.bytes).toString('base64'),
    },
  };
}

function accountOf(creditor: NewCreditor) {
  const { number, name, street, postalCode, city, kvk, vatId } = creditor;
  return {
    '@code': number,
    '@type': 'S',
    '@status': 'A',
    Name: textOf(name, 50),
    Contacts: {
      Contact: {
        '@default': '1',
        LastName: textOf(name, 50),
        Addresses: {
          Address: {
            '@type': 'V',
            AddressLine1: textOf(street, 100),
            PostalCode: textOf(postalCode, 20),
            City: textOf(city, 100),
            Country: { '@code': countryOf(creditor) },
          },
        },
        JobDescription: 'Administratie',
      },
    },
    Creditor: { ...codeOf(number), Currency: { '@code': 'EUR' } },
    ...(vatId === '' ? {} : { VATNumber: vatId }),
    ...(kvk === '' ? {} : { ChamberOfCommerce: kvk }),
  };
}

// The VAT number of a supplier abroad begins with its country, but for Greece.
function countryOf({ country, vatId }: NewCreditor): string {
  if (country !== '') return country;
  const [prefix = 'NL'] = /^[A-Z]{2}/.exec(vatId) ?? [];
  return prefix === 'EL' ? 'GR' : prefix;
}

// A number of at most six digits has an attribute of its own.
function codeOf(number: string) {
  return { '@code': number, ...(/^\d{1,6}$/.test(number) ? { '@number': number } : {}) };
}

function textOf(text: string, max = 60): string {
  return xmlText(text).slice(0, max);
}
