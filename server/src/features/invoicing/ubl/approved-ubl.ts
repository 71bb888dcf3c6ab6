import { strToU8 } from 'fflate';
import type { EInvoiceDifference } from '#contract/invoicing/deliveries.ts';
import { fill } from '#contract/texts.ts';
import { type EInvoice, pdfOfEInvoice, readEInvoice } from '#server/features/documents/index.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import texts from '../locales/ubl.nl.json' with { type: 'json' };
import { vatOfApproved } from './approved-vat.rules.ts';
import { differencesOf } from './differences.rules.ts';
import { type Missing, missingOf, partyOf } from './missing.rules.ts';
import { type UblAttachment, ublInvoice } from './ubl-invoice.ts';

/** An approved invoice as UBL. */
export interface ApprovedUbl {
  readonly bytes: Uint8Array;
  /** What became of the e-invoice that came in; null where none did. */
  readonly passedOn: 'unchanged' | 'rewritten' | null;
  readonly differences: readonly EInvoiceDifference[];
}

/** What the file of an approved invoice needs beside it. */
export interface UblOptions {
  /** The bytes of an original. */
  readonly read: (sha256: string) => Promise<Uint8Array>;
  /** Whether the picture goes inside. */
  readonly embeds: boolean;
}

/**
 * An approved invoice as UBL 2.1 (§C19, decision 0142): an e-invoice that came in goes on byte by byte as long as it says what was
 * approved; everything else is written, as a CreditNote with positive amounts where the total is negative.
 */
export async function approvedUbl(invoice: ExportedInvoice, options: UblOptions): Promise<ApprovedUbl> {
  const original = invoice.eInvoice ? await options.read(invoice.eInvoice.sha256) : undefined;
  const eInvoice = original && readEInvoice(original);
  if (!original || !eInvoice) {
    const attachments = options.embeds ? await pictureOf(invoice, options.read) : [];
    return { bytes: written(invoice, { attachments }), passedOn: null, differences: [] };
  }
  const found = differencesOf(invoice, eInvoice);
  if (found.length === 0 && eInvoice.isUbl)
    return { bytes: original, passedOn: 'unchanged', differences: [] };
  const differences: EInvoiceDifference[] =
    found.length > 0 ? found : [{ field: 'format', approved: 'UBL', original: 'CII' }];
  const attachments = options.embeds
    ? [...(await pictureOf(invoice, options.read)), await originalOf(invoice, original)]
    : [];
  return {
    bytes: written(invoice, { attachments, eInvoice, differences }),
    passedOn: 'rewritten',
    differences,
  };
}

/** What an approved invoice lacks to pass EN 16931; an e-invoice that goes on unchanged lacks nothing that we could add. */
export function missingForUbl(invoice: ExportedInvoice): Missing[] {
  if (invoice.eInvoice) return [];
  return missingOf(invoice, contentOf(invoice));
}

function contentOf(invoice: ExportedInvoice, eInvoice?: EInvoice) {
  const known = partyOf(invoice.creditor);
  // The address in the e-invoice stands in for one that nobody wrote down.
  const hasAddress = known.street !== '' || known.city !== '';
  const seller = hasAddress || !eInvoice ? known : { ...known, ...eInvoice.seller.place };
  return { seller, buyer: partyOf(invoice.customer), vat: vatOfApproved(invoice, eInvoice) };
}

interface Extra {
  readonly attachments: readonly UblAttachment[];
  readonly eInvoice?: EInvoice;
  readonly differences?: readonly EInvoiceDifference[];
}

function written(invoice: ExportedInvoice, { attachments, eInvoice, differences = [] }: Extra): Uint8Array {
  const content = contentOf(invoice, eInvoice);
  const { seller, buyer, vat } = content;
  const isDutch = seller.country === 'NL';
  const isComplete = missingOf(invoice, content).length === 0;
  const list = differences
    .map(({ field, approved, original }) =>
      fill(texts.difference, {
        field: texts.field[field],
        approved: approved || texts.none,
        original: original || texts.none,
      }),
    )
    .join('; ');
  const text = ublInvoice({
    root: invoice.totalInCents < 0 ? 'CreditNote' : 'Invoice',
    // What lacks something claims nothing.
    standard: isComplete ? (isDutch ? 'nlcius' : 'peppol') : null,
    number: invoice.invoiceNumber,
    issuedOn: invoice.invoiceDate,
    dueOn: invoice.dueDate,
    note: [invoice.description, list && fill(texts.changed, { list })].filter(Boolean).join('\n'),
    currency: invoice.currency,
    buyerReference: invoice.documentNumber,
    orderNumber: invoice.orderNumber,
    ...(eInvoice?.credited ? { credits: eInvoice.credited } : {}),
    attachments: attachments.length > 0 ? attachments : [{ id: invoice.documentNumber }],
    seller,
    buyer,
    payment: paymentOf(invoice, isDutch),
    terms: invoice.dueDate === null || invoice.totalInCents < 0 ? texts.terms : '',
    taxes: vat.taxes,
    lines: vat.lines,
  });
  return strToU8(text);
}

// 30 credit transfer, 59 SEPA direct debit, 57 as agreed before. Peppol's 59 asks for a mandate, which no invoice tells.
function paymentOf({ creditor, isDirectDebit, paymentReference }: ExportedInvoice, isDutch: boolean) {
  if (isDirectDebit && isDutch) return { code: '59', reference: paymentReference ?? '', iban: '' };
  if (isDirectDebit || creditor.iban === null)
    return { code: '57', reference: paymentReference ?? '', iban: '' };
  return { code: '30', reference: paymentReference ?? '', iban: creditor.iban };
}

/** What EN 16931 takes as a picture (BR-CL-24), with the end of its name. */
const pictures: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

async function pictureOf(
  { documentNumber, original }: ExportedInvoice,
  read: UblOptions['read'],
): Promise<UblAttachment[]> {
  const end = pictures[original.mime];
  if (end === undefined) return [];
  const file = {
    filename: `${documentNumber}.${end}`,
    mime: original.mime,
    bytes: await read(original.sha256),
  };
  return [{ id: documentNumber, file }];
}

async function originalOf({ documentNumber }: ExportedInvoice, bytes: Uint8Array): Promise<UblAttachment> {
  const stem = `${documentNumber}-origineel`;
  const pdf = await pdfOfEInvoice(bytes, `${stem}.xml`);
  return { id: stem, file: { filename: `${stem}.pdf`, mime: 'application/pdf', bytes: pdf } };
}
