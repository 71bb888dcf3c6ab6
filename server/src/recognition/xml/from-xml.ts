import { createHash } from 'node:crypto';
import { isNamedLike } from '../fields/addressed-to.ts';
import type { RefusalReason } from '#contract/documents/documents.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { type DrawnInvoice, drawInvoice, drawnTexts, shownAmount, shownDay, shownRate } from './draw-page.ts';
import { pagesInside } from '../pages/pages-inside.ts';
import { bareCode, matchOf, plainName } from '../fields/parties.ts';
import { type ProgressReport, maxPages, readTextLayer } from '../pages/pages-read.ts';
import type {
  Candidate,
  CreditorCandidate,
  Extraction,
  Identity,
  RecognisedDocument,
  RecognisedFields,
  RecognisedPage,
  RecognisedVatRate,
  RefusedDocument,
} from '../recognised.ts';
import { parseInvoice } from './parse-invoice.ts';
import { hasWrongSums } from './xml-sums.ts';
import { signedRate } from '../fields/vat-rates.ts';
import { type Line, boxOf } from '../text/words.ts';
import type { XmlInvoice, XmlParty, XmlTax } from './xml-invoice.ts';

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
  const { fields, vatRates, ...rest } = extraction(invoice, options);
  return {
    kind: 'recognised-input',
    mime: 'application/xml',
    pages: [...pages, ...own],
    splitBefore: [],
    ...rest,
    attached: {
      names: invoice.fileNames,
      sha256: invoice.attachments.map(({ base64 }) =>
        createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex'),
      ),
    },
    fields: placed(fields, invoice, drawn, lines),
    vatRates: placedRates(vatRates, invoice, lines),
  };
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
      const read = await readTextLayer(document, number);
      pages.push({ ...read.page, textSource: 'xml', words: read.inFileOrder });
      lines.push(...read.lines);
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
  const cents = (value: number | null): Candidate<number>[] =>
    candidateOf(value === null ? null : value * sign || 0);
  const money = hasWrongSums(invoice)
    ? doubtfulSums
    : (candidates: readonly Candidate<number>[]) => [...candidates];
  const isOwn = (options.excluded ?? []).some((own) => isParty(own, invoice.seller));
  const fields: RecognisedFields = {
    number: candidateOf(truncate(invoice.number)),
    date: candidateOf(invoice.date),
    dueDate: candidateOf(invoice.dueDate),
    total: money(cents(invoice.totalInCents)),
    excl: money(cents(invoice.exclInCents)),
    vat: money(cents(invoice.vatInCents)),
    currency: candidateOf(truncate(invoice.currency)),
    creditor: isOwn ? [] : creditors(invoice, options.known ?? []),
    kvk: candidateOf(isOwn ? null : invoice.seller.kvk),
    vatId: candidateOf(isOwn ? null : truncate(invoice.seller.vatId)),
    iban: candidateOf(invoice.iban),
    gAccount: candidateOf(invoice.gAccount),
    paymentReference: candidateOf(truncate(invoice.paymentReference)),
    orderNumber: candidateOf(truncate(invoice.references.order)),
    customerNumber: [],
    deliveryDate: candidateOf(invoice.references.delivery),
    periodFrom: candidateOf(invoice.references.period[0]),
    periodTo: candidateOf(invoice.references.period[1]),
    paymentTerm: [],
  };
  const lines = invoice.lines.map(
    ({ description: rawDescription, quantity, unitPriceInCents, vatPercent, ...line }) => {
      const amountInCents = line.amountInCents === null ? null : line.amountInCents * sign || 0;
      const description = rawDescription.slice(0, maxDescription).toWellFormed();
      return { description, quantity, unitPriceInCents, vatPercent, amountInCents, page: null, box: null };
    },
  );
  const confidence = hasWrongSums(invoice) ? doubtful : 1;
  const vatRates = invoice.taxes.flatMap((tax) => rateOf(tax, sign, confidence));
  const own = options.excluded ?? [];
  const buyers = own.filter((identity) => isParty(identity, invoice.buyer)).map(({ id }) => id);
  const [buyer] = invoice.buyer.names;
  const isOurs = buyers.length > 0 || own.some(({ name }) => isNamedLike(buyer ?? '', name));
  const addressedTo = own.length === 0 || isOurs ? null : (buyer ?? null);
  const warnings = hasWrongSums(invoice) ? (['sums-differ'] as const) : [];
  const sellerPlace = invoice.seller.place;
  return { fields, lines, vatRates, creditNote, buyers, addressedTo, sellerPlace, warnings };
}

function rateOf(
  { percent, baseInCents, vatInCents }: XmlTax,
  sign: number,
  confidence: number,
): RecognisedVatRate[] {
  if (percent === null || vatInCents === null) return [];
  const rate = Math.round(percent * 100);
  return [signedRate({ rate, baseInCents, vatInCents, confidence, page: null, box: null }, sign)];
}

/** Neither at its word nor a mere suggestion: a person looks at it. */
const doubtful = 0.5;

function doubtfulSums(candidates: readonly Candidate<number>[]): Candidate<number>[] {
  return candidates.map((candidate) => ({
    ...candidate,
    confidence: doubtful,
    reasons: [...candidate.reasons, 'sums-differ'],
  }));
}

/** A value that is longer names nothing; lists show it on every screen. */
const maxText = 255;
const maxDescription = 1000;

function truncate(value: string | null): string | null {
  return value === null ? null : value.slice(0, maxText).toWellFormed();
}

function candidateOf<Value extends string | number>(value: Value | null): Candidate<Value>[] {
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
    .flatMap((name) => candidateOf(truncate(name)).map((candidate) => ({ ...candidate, knownId })));
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
  const withPlaces = <Kind>(list: readonly Kind[], find: (candidate: Kind) => Place) =>
    list.map((candidate) => ({ ...candidate, ...find(candidate) }));
  return {
    ...fields,
    number: withPlaces(fields.number, texts(drawnTexts.number)),
    date: withPlaces(fields.date, days(drawnTexts.date)),
    dueDate: withPlaces(fields.dueDate, days(drawnTexts.dueDate)),
    total: withPlaces(fields.total, amounts(drawnTexts.total)),
    excl: withPlaces(fields.excl, amounts(drawnTexts.excl)),
    vat: withPlaces(fields.vat, amounts(drawnTexts.vat)),
    creditor: withPlaces(fields.creditor, texts('')),
    kvk: withPlaces(fields.kvk, texts(drawnTexts.kvk)),
    vatId: withPlaces(fields.vatId, texts(drawnTexts.vatId)),
    paymentReference: withPlaces(fields.paymentReference, texts(drawnTexts.reference)),
  };
}

// Rows of rates are those of the file that have both, in its order.
function placedRates(
  rates: readonly RecognisedVatRate[],
  { taxes }: XmlInvoice,
  lines: readonly Line[],
): RecognisedVatRate[] {
  const shown = taxes
    .filter(({ percent, vatInCents }) => percent !== null && vatInCents !== null)
    .map(shownRate);
  return rates.map((rate, index) => ({ ...rate, ...place(shown[index] ?? '', '', lines) }));
}

type Place = Pick<Candidate<unknown>, 'page' | 'box'>;

/** Where a value stands behind its label, else where it stands first: notes below may repeat it. */
function place(shown: string, label: string, lines: readonly Line[]): Place {
  const matching = shown === '' ? [] : lines.filter((candidate) => candidate.text.includes(shown));
  const line = matching.find((candidate) => label !== '' && candidate.text.includes(label)) ?? matching[0];
  if (!line) return { page: null, box: null };
  const start = line.text.indexOf(shown, Math.max(0, line.text.indexOf(label)));
  return { page: line.page, box: boxOf(line, start, start + shown.length) };
}
