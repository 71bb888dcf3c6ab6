/** An amount as found in a piece of text. */
export interface FoundAmount {
  readonly cents: number;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** A sign or code of a currency stood beside it. */
  readonly hasCurrency: boolean;
  /** Two decimals, or `,-`: whole numbers may just as well be a quantity or a year. */
  readonly isExact: boolean;
}

const currency = String.raw`(?:€|EUR|euro|\$|USD|£|GBP|CHF)`;
const grouped = String.raw`\d{1,3}(?:[.']\d{3})+`;
// Spaces group thousands after a currency sign, or where the amount is all of its cell: in a sentence or a row
// `3 234,56` may just as well be three pieces at 234,56.
const groupedBySpace = String.raw`(?:(?<=(?:[€$£]|EUR|USD|GBP|CHF)\s?[\-–−]?)|(?<=^[\-–−]?|\t[\-–−]?|: [\-–−]?))\d{1,3}(?:[ \u00a0\u202f]\d{3})+[.,]\d{2}(?=\s?(?:$|\t|€|EUR|[\-–−]))`;
// Where whole cells of the document read `2 335,29`, it does so behind a word or a colon too.
const groupedBySpaceAlways = String.raw`(?:(?<=[\p{L}:)] )|(?<=(?:[€$£]|EUR|USD|GBP|CHF)\s?[\-–−]?)|(?<=^[\-–−]?|\t[\-–−]?))\d{1,3}(?:[ \u00a0\u202f]\d{3})+[.,]\d{2}`;
const groupedBySign = String.raw`\d{1,3}(?:['’]\d{3})+[.,]\d{2}`;
const groupedByComma = String.raw`\d{1,3}(?:,\d{3})+`;
// In the order of trust: the first that matches at a place wins.
const otherShapes = [
  groupedBySign,
  String.raw`${grouped},(?:\d{2}|-{1,2}|=)`,
  String.raw`${groupedByComma}\.\d{2}`,
  // Thin and lost separators of a scan: `1.410.67`, `1,410,67`.
  String.raw`\d{1,3}(?:\.\d{3})+\.\d{2}`,
  String.raw`\d{1,3}(?:,\d{3})+,\d{2}`,
  String.raw`\d+[.,]\d{2}`,
  String.raw`\d+,(?:-{1,2}|=)`,
].join('|');
const before = String.raw`(?<![\p{L}\d.,/:\-'’])`;
const after = String.raw`(?![\d/:]|[.,]\d|[\-–]\d|\p{L}{2,}|\s?%)`;
const exactOf = (spaced: string): RegExp =>
  new RegExp(
    String.raw`${before}(?:(${currency})\s?)?([\-–−(]\s?)?(?:(${currency})\s?)?(${spaced}|${otherShapes})(\)|[\-–−](?=\s|$)|\s[\-–−](?=\t|$))?(?:\s?(${currency}))?${after}`,
    'giu',
  );
const exact = exactOf(groupedBySpace);
const exactSpaced = exactOf(groupedBySpaceAlways);
const whole = new RegExp(
  String.raw`(${currency})\s?([\-–−]\s?)?(${grouped}|\d{1,7})(?![\d.,]*\d|\p{L}|\s?%)`,
  'giu',
);

const wholeCellSpaced = /(?:^|\t|[€$£] ?)\d{1,3}[ \u00a0\u202f]\d{3},\d{2}(?=\s?(?:€|EUR)?(?:$|\t))/u;

/** `Total à payer 1 713,83`: behind what names a sum no quantity stands. */
const sumSpaced =
  /(?<!\p{L})(?:total|ht|ttc|tva|montant|net|payer|totaal|netto|btw|summe|betrag)[\s:€]{1,4}\d{1,3}[ \u00a0\u202f]\d{3},\d{2}(?=\s?(?:€|EUR)?(?:$|\t))/iu;

/** Whether an amount of these lines has its thousands apart by a space, so that others may have so too. */
export function groupsBySpace(lines: readonly string[]): boolean {
  return lines.some((line) => wholeCellSpaced.test(line) || sumSpaced.test(line));
}

/** `Totaal ........ 121,00`: the dots between a name and its amount are no part of either. */
const leaders = /\.{3,}|…+/g;

/** All amounts in a line of text, from left to right. A percentage, a date or a part of a longer code is none. */
export function amountsIn(printed: string, isSpaced = false): FoundAmount[] {
  const text = printed.replace(leaders, (dots) => ' '.repeat(dots.length));
  const found: FoundAmount[] = [];
  for (const match of text.matchAll(isSpaced ? exactSpaced : exact)) {
    const [raw, codeA, open, codeB, digits = '', close, codeC] = match;
    const cents = exactCents(digits);
    const isNegative = open !== undefined && (open[0] !== '(' || close === ')');
    const isTrailing = close !== undefined && close !== ')';
    found.push({
      cents: isNegative || isTrailing ? -cents : cents,
      start: match.index,
      end: match.index + raw.length,
      raw: raw.trim(),
      hasCurrency: (codeA ?? codeB ?? codeC) !== undefined,
      isExact: true,
    });
  }
  for (const match of text.matchAll(whole)) {
    const [raw, , sign, digits = ''] = match;
    const start = match.index;
    if (found.some((other) => start < other.end && start + raw.length > other.start)) continue;
    const cents = Number(digits.replaceAll(/\D/g, '')) * 100;
    found.push({
      cents: sign ? -cents : cents,
      start,
      end: start + raw.length,
      raw: raw.trim(),
      hasCurrency: true,
      isExact: false,
    });
  }
  return found.filter(({ cents }) => Number.isSafeInteger(cents)).toSorted((a, b) => a.start - b.start);
}

/** Reads text that is nothing but one amount; null for anything else. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  if (/^[-–−]?\d{1,9}$/.test(trimmed)) return Number(trimmed.replace(/[–−]/, '-')) * 100;
  const [first] = amountsIn(trimmed);
  return first?.raw.length === trimmed.length ? first.cents : null;
}

/** The last separator is the decimal one, whichever it is. */
function exactCents(digits: string): number {
  const hasDecimals = /\d{2}$/.test(digits) && /[.,]\d{2}$/.test(digits);
  const bare = Number(digits.replaceAll(/\D/g, ''));
  return hasDecimals ? bare : bare * 100;
}

/** Reads a decimal number of an XML document as cents, rounded half away from zero; null when it is none. */
export function decimalToCents(text: string): number | null {
  const match = /^\s*([-+]?)(\d{1,13})(?:\.(\d*))?\s*$/.exec(text);
  if (!match) return null;
  const [, sign, units = '0', decimals = ''] = match;
  const padded = `${decimals}000`;
  const cents = Number(units) * 100 + Number(padded.slice(0, 2)) + (Number(padded[2]) >= 5 ? 1 : 0);
  return sign === '-' && cents !== 0 ? -cents : cents;
}
