import { scoreFields } from './extract.ts';
import type { KnownParties } from './fields/creditor.ts';
import { bareCode } from './fields/parties.ts';
import type { Candidate, Extraction } from './recognised.ts';
import { invoiceTitle, isOtherPaper } from './text/other-papers.ts';
import type { Line } from './text/words.ts';

/** What one page says by itself. */
interface PageFacts {
  readonly page: number;
  /** Its invoice number, where a label names it. */
  readonly number: Candidate<string> | null;
  /** In cents, where it adds up or a label names it. */
  readonly total: number | null;
  readonly hasDate: boolean;
  /** Codes of the sender, a set per kind. */
  readonly senders: readonly ReadonlySet<string>[];
  readonly isTitled: boolean;
  readonly isCredit: boolean;
  /** `Pagina 1 van 3`. */
  readonly isFirstOfSeveral: boolean;
  /** A packing slip, conditions or the like: it belongs to the invoice beside it. */
  readonly isOther: boolean;
  /** Its text in capitals without anything but letters and digits. */
  readonly bare: string;
}

/**
 * Pages on which another invoice starts: its number, its sender or its total contradicts the pages before. A page that
 * only goes on with the same invoice, an appendix, conditions and packing slips start none (decision 0093).
 */
export function splitBefore(lines: readonly Line[], parties: KnownParties): number[] {
  const pages = [...new Set(lines.map(({ page }) => page))];
  if (pages.length < 2) return [];
  const starts: number[] = [];
  let current: PageFacts | undefined;
  for (const page of pages) {
    const facts = factsOf(
      page,
      lines.filter((line) => line.page === page),
      parties,
    );
    if (facts.isOther) continue;
    if (current === undefined) current = facts;
    else if (startsInvoice(facts, current)) {
      starts.push(page);
      current = facts;
    } else current = continued(current, facts);
  }
  return starts;
}

function factsOf(page: number, own: readonly Line[], parties: KnownParties): PageFacts {
  const lines = own.map((line) => ({ ...line, page: 1 }));
  const { fields, creditNote } = scoreFields(lines, parties);
  const text = lines.map((line) => line.text).join('\n');
  const codes = (candidates: readonly Candidate<string>[]) => new Set(candidates.map(({ value }) => value));
  return {
    page,
    number: named(fields.number[0], minNumber),
    total: named(fields.total[0], minTotal)?.value ?? null,
    hasDate: named(fields.date[0], minDate) !== null,
    isCredit: creditNote,
    senders: [codes(fields.kvk), codes(fields.vatId), codes(fields.iban)],
    isTitled: lines
      .slice(0, headLines)
      .some(({ cells }) => cells.some((cell) => cell.text.length < maxTitle && title.test(cell.text))),
    isFirstOfSeveral: firstOfSeveral.test(text),
    isOther: isOtherPaper(lines),
    bare: bareCode(text),
  };
}

const headLines = 20;
const maxTitle = 60;
const title = new RegExp(`${invoiceTitle.source}|credit(?:nota|factuur| ?note)|gutschrift`, 'iu');
const firstOfSeveral = /(?:pagina|page|blad|pag\.?|seite)\s*:?\s*1\s*(?:van|of|von|\/)\s*\d+/iu;

const minNumber = 0.35;
/** From this a number is hardly another one of the same page. */
const sureNumber = 0.5;
const minTotal = 0.5;
const minDate = 0.2;

/** A candidate that a label, a sum or its place speaks for. */
function named<Value>(candidate: Candidate<Value> | undefined, min: number): Candidate<Value> | null {
  if (!candidate || candidate.confidence < min) return null;
  return candidate.reasons.some((reason) => /^(?:label:|sum|beside-number|near-the-top)/.test(reason))
    ? candidate
    : null;
}

function startsInvoice(facts: PageFacts, current: PageFacts): boolean {
  const { number, total, hasDate, isTitled, isFirstOfSeveral } = facts;
  const isSenderOther = isOtherSender(current.senders, facts.senders);
  const isOtherKind = facts.isCredit !== current.isCredit;
  const evidence = [total !== null, hasDate, isTitled, isFirstOfSeveral, isSenderOther, isOtherKind].filter(
    Boolean,
  ).length;
  if (number && current.number) {
    if (number.value === current.number.value) return isSenderOther && evidence > 2;
    // A credit note names the invoice that it is about, and so does a specification.
    const isNamed = facts.bare.includes(bareCode(current.number.value));
    const isSure = Math.min(number.confidence, current.number.confidence) >= sureNumber;
    if (isNamed) return (isSure || isOtherKind) && evidence > 2;
    return evidence >= (isSure ? 1 : 2);
  }
  if (isSenderOther || isFirstOfSeveral) return evidence > 2;
  return number === null && isTitled && hasDate && isContrary(total, current.total);
}

function isContrary(found: number | null, known: number | null): boolean {
  return found !== null && known !== null && found !== known;
}

// One registration may be the receiver's, or a second account of the same sender: two kinds of them are not.
function isOtherSender(known: PageFacts['senders'], found: PageFacts['senders']): boolean {
  const others = known.filter((codes, kind) => {
    const own = found[kind] ?? new Set<string>();
    return codes.size > 0 && own.size > 0 && ![...codes].some((code) => own.has(code));
  });
  return others.length > 1;
}

/** What a first page leaves open, the next ones of the same invoice tell. */
function continued(current: PageFacts, next: PageFacts): PageFacts {
  return {
    ...current,
    number: current.number ?? next.number,
    total: next.total ?? current.total,
    senders: current.senders.map((codes, kind) => (codes.size > 0 ? codes : (next.senders[kind] ?? codes))),
  };
}

/** Above this nobody needs to look, and where pages contradict each other somebody does. */
const maxMixed = 0.6;

/** The same values, none of them sure: the file holds several invoices, of which these are the first one's. */
export function doubtedAsMixed<Found extends Pick<Extraction, 'fields'>>(found: Found): Found {
  const lowered = <Kind extends Candidate<string | number>>(candidates: readonly Kind[]): Kind[] =>
    candidates.map((one) => ({ ...one, confidence: Math.min(one.confidence, maxMixed) }));
  const { fields } = found;
  return {
    ...found,
    fields: {
      number: lowered(fields.number),
      date: lowered(fields.date),
      dueDate: lowered(fields.dueDate),
      total: lowered(fields.total),
      excl: lowered(fields.excl),
      vat: lowered(fields.vat),
      currency: lowered(fields.currency),
      creditor: lowered(fields.creditor),
      kvk: lowered(fields.kvk),
      vatId: lowered(fields.vatId),
      iban: lowered(fields.iban),
      gAccount: lowered(fields.gAccount),
      paymentReference: lowered(fields.paymentReference),
      orderNumber: lowered(fields.orderNumber),
      customerNumber: lowered(fields.customerNumber),
      deliveryDate: lowered(fields.deliveryDate),
      periodFrom: lowered(fields.periodFrom),
      periodTo: lowered(fields.periodTo),
      paymentTerm: lowered(fields.paymentTerm),
    },
  };
}
