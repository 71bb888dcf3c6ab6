import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { isCii, readCii } from './cii.ts';
import { type DrawnInvoice, drawInvoice, drawnTexts, shownAmount, shownDay } from './draw-page.ts';
import { pagesInside } from '../pages/pages-inside.ts';
import { bareCode, matchOf, plainName } from '../fields/parties.ts';
import { type ProgressReport, maxPages, shownPicture } from '../pages/pages-read.ts';
import type {
  Candidate,
  CreditorCandidate,
  Extraction,
  Identity,
  RecognisedDocument,
  RecognisedFields,
  RecognisedPage,
  RefusalReason,
  RefusedDocument,
} from '../recognised.ts';
import { isUbl, readUbl } from './ubl.ts';
import { type Line, boxOf, linesFrom, plainText, wordsFrom } from '../text/words.ts';
import type { XmlInvoice, XmlParty } from './xml-invoice.ts';
import { type NamedElement, readXml } from './xml-tree.ts';

interface Options {
  readonly excluded?: readonly Identity[];
  readonly known?: readonly Identity[];
}

/** Reads UBL or CII as fields, without pages; used for the XML inside a PDF too. */
export function readInvoiceXml(bytes: Uint8Array, options: Options): Extraction | RefusalReason {
  const invoice = parseInvoice(bytes);
  return typeof invoice === 'string' ? invoice : extraction(invoice, options);
}

/** Reads an XML file: its values are data, and pages are drawn of them, since people want to see what they approve. */
export async function recogniseXml(
  bytes: Uint8Array,
  options: Options & { readonly pdf: PdfReader },
  report: ProgressReport,
): Promise<RecognisedDocument | RefusedDocument> {
  const invoice = parseInvoice(bytes);
  if (typeof invoice === 'string') return { kind: 'refused', reason: invoice };
  const drawn = await drawInvoice(invoice);
  const { pages, lines } = await pagesOf(drawn.bytes, options.pdf, report);
  const own = await pagesInside(invoice.attachments, options.pdf, pages.length);
  const { fields, ...rest } = extraction(invoice, options);
  return {
    kind: 'recognised-input',
    mime: 'application/xml',
    pages: [...pages, ...own],
    ...rest,
    fields: placed(fields, invoice, drawn, lines),
    warnings: [],
  };
}

function parseInvoice(bytes: Uint8Array): XmlInvoice | RefusalReason {
  const read = readXml(bytes);
  if (typeof read === 'string') return read;
  const [invoice, another] = invoicesIn(read, deepestEnvelope);
  if (!invoice) return 'not-an-invoice-xml';
  if (another) return 'several-invoices';
  return isCii(invoice.name) ? readCii(invoice.root) : readUbl(invoice.name, invoice.root);
}

const deepestEnvelope = 4;

/** An invoice is the whole file, or lies in an envelope: that of Peppol, of a country's hub, of SOAP. */
function invoicesIn(element: NamedElement, levels: number): NamedElement[] {
  if (isUbl(element.name, element.root) || isCii(element.name)) return [element];
  if (levels === 0) return [];
  return element.root.children().flatMap((child) => invoicesIn(child, levels - 1));
}

async function pagesOf(
  bytes: Buffer,
  pdf: PdfReader,
  report: ProgressReport,
): Promise<{ pages: RecognisedPage[]; lines: Line[] }> {
  const document = await pdf.open(bytes);
  const pages: RecognisedPage[] = [];
  const lines: Line[] = [];
  try {
    for (let number = 1; number <= Math.min(document.pageCount, maxPages); number += 1) {
      report(number, document.pageCount);
      const picture = await document.picture(number, shownPicture);
      const aspect = picture.widthPx / picture.heightPx;
      const words = wordsFrom(await document.text(number), aspect);
      const own = linesFrom(words, number, aspect, false);
      pages.push({ number, ...picture, textSource: 'xml', words, text: plainText(own) });
      lines.push(...own);
    }
    return { pages, lines };
  } finally {
    await document.close();
  }
}

function extraction(invoice: XmlInvoice, options: Options): Extraction {
  const sign = invoice.isCreditNote ? -1 : 1;
  // An ordinary invoice below zero takes money back as well.
  const creditNote = invoice.isCreditNote
    ? (invoice.totalInCents ?? 0) >= 0
    : (invoice.totalInCents ?? 0) < 0;
  const cents = (value: number | null): Candidate<number>[] => one(value === null ? null : value * sign || 0);
  const isOwn = (options.excluded ?? []).some((own) => isParty(own, invoice.seller));
  const fields: RecognisedFields = {
    number: one(short(invoice.number)),
    date: one(invoice.date),
    dueDate: one(invoice.dueDate),
    total: cents(invoice.totalInCents),
    excl: cents(invoice.exclInCents),
    vat: cents(invoice.vatInCents),
    currency: one(short(invoice.currency)),
    creditor: isOwn ? [] : creditors(invoice, options.known ?? []),
    kvk: one(isOwn ? null : invoice.seller.kvk),
    vatId: one(isOwn ? null : short(invoice.seller.vatId)),
    iban: one(invoice.iban),
    paymentReference: one(short(invoice.paymentReference)),
  };
  const lines = invoice.lines.map(
    ({ description: said, quantity, unitPriceInCents, vatPercent, ...line }) => {
      const amountInCents = line.amountInCents === null ? null : line.amountInCents * sign || 0;
      const description = said.slice(0, longestDescription).toWellFormed();
      return { description, quantity, unitPriceInCents, vatPercent, amountInCents, page: null, box: null };
    },
  );
  const buyers = (options.excluded ?? []).filter((own) => isParty(own, invoice.buyer)).map(({ id }) => id);
  return { fields, lines, creditNote, buyers };
}

/** A value that is longer names nothing; lists show it on every screen. */
const longestText = 255;
const longestDescription = 1000;

function short(value: string | null): string | null {
  return value === null ? null : value.slice(0, longestText).toWellFormed();
}

function one<Value extends string | number>(value: Value | null): Candidate<Value>[] {
  if (value === null) return [];
  return [
    { value, raw: String(value), page: null, box: null, confidence: 1, method: 'xml', reasons: ['xml'] },
  ];
}

function creditors({ seller, iban }: XmlInvoice, known: readonly Identity[]): CreditorCandidate[] {
  const match = known.find(
    (identity) => isParty(identity, seller) || (identity.iban ? iban === bareCode(identity.iban) : false),
  );
  const knownId = match?.id ?? null;
  return seller.names
    .slice(0, 5)
    .flatMap((name) => one(short(name)).map((candidate) => ({ ...candidate, knownId })));
}

function isParty(identity: Identity, party: XmlParty): boolean {
  const codes = { kvks: setOf(party.kvk), vatIds: setOf(party.vatId), ibans: new Set<string>() };
  return (
    matchOf(identity, codes, '') !== null ||
    party.names.some((name) => plainName(name) === plainName(identity.name))
  );
}

function setOf(value: string | null): Set<string> {
  return new Set(value === null ? [] : [value]);
}

/** Gives fields the boxes of their text on the drawn pages, so that a click shows them like any other. */
function placed(
  fields: RecognisedFields,
  { currency }: XmlInvoice,
  drawn: DrawnInvoice,
  lines: readonly Line[],
): RecognisedFields {
  const texts = (label: string) => (candidate: Candidate<string>) =>
    place(drawn.shown(candidate.value), label, lines);
  const days = (label: string) => (candidate: Candidate<string>) =>
    place(shownDay(candidate.value) ?? '', label, lines);
  const amounts = (label: string) => (candidate: Candidate<number>) => {
    // A credit note's amounts are positive in the file.
    const [as, other] = [candidate.value, -candidate.value].map((cents) => shownAmount(cents, currency));
    const found = place(as ?? '', label, lines);
    return found.box ? found : place(other ?? '', label, lines);
  };
  const at = <Value, Kind extends Candidate<Value>>(
    list: readonly Kind[],
    find: (candidate: Kind) => Place,
  ): Kind[] => list.map((candidate) => ({ ...candidate, ...find(candidate) }));
  return {
    ...fields,
    number: at<string, Candidate<string>>(fields.number, texts(drawnTexts.number)),
    date: at<string, Candidate<string>>(fields.date, days(drawnTexts.date)),
    dueDate: at<string, Candidate<string>>(fields.dueDate, days(drawnTexts.dueDate)),
    total: at<number, Candidate<number>>(fields.total, amounts(drawnTexts.total)),
    excl: at<number, Candidate<number>>(fields.excl, amounts(drawnTexts.excl)),
    vat: at<number, Candidate<number>>(fields.vat, amounts(drawnTexts.vat)),
    creditor: at<string, CreditorCandidate>(fields.creditor, texts('')),
    kvk: at<string, Candidate<string>>(fields.kvk, texts(drawnTexts.kvk)),
    vatId: at<string, Candidate<string>>(fields.vatId, texts(drawnTexts.vatId)),
    paymentReference: at<string, Candidate<string>>(fields.paymentReference, texts(drawnTexts.reference)),
  };
}

type Place = Pick<Candidate<unknown>, 'page' | 'box'>;

/** Where a value stands behind its label, else where it stands first: notes below may repeat it. */
function place(shown: string, label: string, lines: readonly Line[]): Place {
  const bearing = shown === '' ? [] : lines.filter((candidate) => candidate.text.includes(shown));
  const line = bearing.find((candidate) => label !== '' && candidate.text.includes(label)) ?? bearing[0];
  if (!line) return { page: null, box: null };
  const start = line.text.indexOf(shown, Math.max(0, line.text.indexOf(label)));
  return { page: line.page, box: boxOf(line, start, start + shown.length) };
}
