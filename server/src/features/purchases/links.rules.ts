import type { linkReasons } from '#contract/purchases/order-links.ts';

/** The line of a work order, as an invoice may be for it. */
export interface KnownLine {
  readonly orderLineId: string;
  readonly workOrderId: string;
  readonly year: number;
  readonly number: number;
  readonly reference: string;
  readonly description: string;
  readonly purchaseAmount: number;
  /** What other invoices charge for it. */
  readonly otherInCents: number;
}

/** What an invoice says. */
export interface SaidByInvoice {
  /** Its first page, and the order number that was read from it. */
  readonly text: string;
  readonly exclInCents: number | null;
  readonly lines: readonly { readonly description: string; readonly amountInCents: number | null }[];
}

/** A line that an invoice seems to be for. */
export interface Proposal {
  readonly line: KnownLine;
  readonly amountInCents: number;
  readonly confidence: number;
  readonly reason: (typeof linkReasons)[number];
  /** The words that name it. */
  readonly named: string;
}

/** A number of ours that stands in a text. */
export interface NamedOrder {
  readonly year: number;
  readonly number: number;
  readonly raw: string;
  /** A word beside it says that it is an order. */
  readonly isLabelled: boolean;
}

const gap = String.raw`[ \u00A0]*[-\u2010-\u2015/._ ][ \u00A0]*`;
const edge = String.raw`(?<![\p{L}\d]|\d[-./])`;
const end = String.raw`(?![\p{L}\d]|[-./]\d)`;
const label =
  /(?:order|werk(?:order)?|opdracht|bestel(?:ling)?|job|ref(?:erentie|\.)?|kenmerk|project|wo)[\p{L}]*[ \u00A0]*(?:nummer|nr\.?|no\.?|number|#)?[ \u00A0.:#]*$/iu;
// '2026-114', '2026/0114', '2026 114', and the year behind: '114/2026'.
const yearFirst = new RegExp(`${edge}((?:20)?\\d\\d)${gap}0*([1-9]\\d{0,6})${end}`, 'gu');
const yearLast = new RegExp(`${edge}0*([1-9]\\d{0,6})${gap}(20\\d\\d)${end}`, 'gu');
// 'WO2026114', 'O-2026-114', 'W2026-0114': a letter or two before it.
const prefixed = new RegExp(
  String.raw`(?<!\p{L})(?:wo|o|w|po|ord|job)[ \u00A0]?[-#.:]?[ \u00A0]?(20\d\d)(?:${gap})?0*([1-9]\d{0,6})${end}`,
  'giu',
);
// '2026114' behind a word for it.
const glued = new RegExp(String.raw`${edge}(20\d\d)0*([1-9]\d{0,6})${end}`, 'gu');

/** The numbers of orders that a text may name, in any of their usual spellings. */
export function namedOrders(text: string): NamedOrder[] {
  const found = new Map<string, NamedOrder>();
  const add = (pattern: RegExp, at: readonly [number, number], isSure: boolean, needsLabel = false) => {
    for (const match of text.matchAll(pattern)) {
      const year = Number(match[at[0]]);
      const number = Number(match[at[1]]);
      const isLabelled = isSure || label.test(text.slice(Math.max(0, match.index - 40), match.index));
      if (needsLabel && !isLabelled) continue;
      // Two digits of a year are a year only where a word says what follows.
      if (year < 100 && !isLabelled) continue;
      const full = year < 100 ? 2000 + year : year;
      const key = `${full}-${number}`;
      const before = found.get(key);
      found.set(key, {
        year: full,
        number,
        raw: before?.raw ?? match[0].trim(),
        isLabelled: isLabelled || (before?.isLabelled ?? false),
      });
    }
  };
  add(prefixed, [1, 2], true);
  add(yearFirst, [1, 2], false);
  add(yearLast, [2, 1], false);
  add(glued, [1, 2], false, true);
  return [...found.values()];
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []);

/** How alike two descriptions are, by their words: 0 to 1. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.min(a.size, b.size);
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** Whether a text has the customer's reference, which is long enough to be nothing else. */
function names(text: string, reference: string): boolean {
  const wanted = plain(reference);
  const isTelling = wanted.length >= 8 && (/\d/.test(wanted) || wanted.split(' ').length > 1);
  if (!isTelling) return false;
  const at = text.indexOf(wanted);
  const isEdge = (letter: string | undefined) => letter === undefined || !/[\p{L}\d]/u.test(letter);
  return at >= 0 && isEdge(text[at - 1]) && isEdge(text[at + wanted.length]);
}

/**
 * The order lines that an invoice seems to be for: by our number, else by the customer's reference, else by what is
 * charged. Nothing is surer than 95 % unless two things of different kinds say so.
 */
export function proposeLinks(invoice: SaidByInvoice, known: readonly KnownLine[]): Proposal[] {
  const byOrder = Map.groupBy(known, ({ workOrderId }) => workOrderId);
  const numbers = namedOrders(invoice.text);
  const text = plain(invoice.text);
  const named = [...byOrder.values()].flatMap((lines): Naming[] => {
    const [first] = lines;
    if (!first) return [];
    const number = numbers.find((one) => one.year === first.year && one.number === first.number);
    if (number)
      return [{ lines, reason: 'number', named: number.raw, confidence: number.isLabelled ? 0.92 : 0.6 }];
    return names(text, first.reference)
      ? [{ lines, reason: 'reference', named: first.reference, confidence: 0.8 }]
      : [];
  });
  // A number with a word for it leaves no room for what merely looks like one.
  const best = Math.max(0, ...named.map(({ confidence }) => confidence));
  const sure = named.filter(({ confidence }) => best < 0.9 || confidence >= 0.9);
  const proposals = sure.flatMap((naming) => divide(invoice, naming, sure.length > 1));
  if (proposals.length > 0) return proposals.toSorted((a, b) => b.confidence - a.confidence);
  return byCharge(invoice, known);
}

interface Naming {
  readonly lines: readonly KnownLine[];
  readonly reason: Proposal['reason'];
  readonly named: string;
  readonly confidence: number;
}

/** Which lines of a named order an invoice charges, and how much of it each. */
function divide(invoice: SaidByInvoice, naming: Naming, isOneOfSeveral: boolean): Proposal[] {
  const { lines, reason, named, confidence } = naming;
  const charged = invoice.lines.flatMap(({ description, amountInCents }) =>
    amountInCents === null || amountInCents === 0 ? [] : [{ description, amountInCents }],
  );
  const taken = new Map<KnownLine, { amount: number; isSame: boolean }>();
  for (const { description, amountInCents } of charged) {
    const free = lines.filter((line) => !taken.has(line));
    const same = free.find((line) => isAmountOf(line, amountInCents));
    const alike = free.toSorted(
      (a, b) => likeness(b.description, description) - likeness(a.description, description),
    )[0];
    const isAlike = alike !== undefined && likeness(alike.description, description) >= 0.5;
    const line = same ?? (isAlike ? alike : undefined);
    if (line) taken.set(line, { amount: amountInCents, isSame: same !== undefined || isAlike });
  }
  const total = invoice.exclInCents;
  if (taken.size === 0 && total !== null && !isOneOfSeveral) {
    const whole = lines.find((line) => isAmountOf(line, total));
    const line = whole ?? lines.toSorted((a, b) => remaining(b) - remaining(a))[0];
    if (line) taken.set(line, { amount: total, isSame: whole !== undefined });
  }
  return [...taken].map(([line, { amount, isSame }]) => ({
    line,
    amountInCents: amount,
    reason,
    named,
    confidence: isSame ? Math.min(0.99, confidence + 0.07) : Math.min(0.9, confidence),
  }));
}

const remaining = ({ purchaseAmount, otherInCents }: KnownLine) => purchaseAmount - otherInCents;

/** What was planned, or what is left of it after part deliveries; a credit note takes as much back. */
function isAmountOf(line: KnownLine, amount: number): boolean {
  return amount !== 0 && [line.purchaseAmount, remaining(line)].includes(Math.abs(amount));
}

/** Without a name: the same amount for the same words, where only one line is that. */
function byCharge(invoice: SaidByInvoice, known: readonly KnownLine[]): Proposal[] {
  return invoice.lines.flatMap(({ description, amountInCents }): Proposal[] => {
    if (amountInCents === null) return [];
    const alike = known.filter(
      (line) => isAmountOf(line, amountInCents) && likeness(line.description, description) >= 0.6,
    );
    const [line] = alike;
    return line && alike.length === 1
      ? [{ line, amountInCents, reason: 'text', named: description, confidence: 0.85 }]
      : [];
  });
}
