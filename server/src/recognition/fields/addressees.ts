import { isTableHead } from '../labels/labels.ts';
import { type Name, buyerLabel, isName } from './names.ts';
import type { DocumentText } from '../text/page-text.ts';
import { plainName } from './parties.ts';
import { type Line, beforeInCell, boxOf, isScanned } from '../text/words.ts';

// `Btw 21%` is a line of the sums: only a code or its label is a registration.
const contact =
  /(?:k\.?v\.?k|(?:btw|b\.t\.w\.?|vat|ust|tva)[\s.:-]*(?:id|nr|no|num|reg|[A-Z]{2}\s?\d)|iban|bic|tel\.?(?!\p{L})|telefoo?n|phone|@|www\.|https?:|steuernummer|steuer-?nr|coc(?!\p{L})|siret|siren|che-\d|(?<!\p{L})rcs(?!\p{L})|(?<!\p{L})hrb(?!\p{L})|handelsregister|company (?:no|reg|num)|e-?mail|mobiel|(?<!\p{L})fax(?!\p{L})|(?:^|\s)[tm](?::|\s) ?\+?[\d(]|^\s*(?:\+\d{2}|\(?0\d)[\d\s()-]{7,13}\s*$|(?<!\d)0\d{1,3}\s?-\s?\d{3} ?\d{2} ?\d{2}(?!\d))/iu;

/** Whether a registration or a way to contact stands beside the name, on its own line. */
export function isBesideContact({ line, start, end }: Name): boolean {
  return contact.test(line.text.slice(0, start)) || contact.test(line.text.slice(end));
}

/** Whether one of the next lines of its column, or its own line, holds a registration or contact. */
export function isNearContact(name: Name, box: readonly number[], text: DocumentText): boolean {
  const { line } = name;
  const [left = 0, top = 0, right = 0] = box;
  if (isBesideContact(name)) return true;
  return text.lines.some(
    (other) =>
      other.page === line.page &&
      other.index > line.index &&
      other.box[1] - top < 0.13 &&
      other.cells.some((cell) => cell.box[0] < right && cell.box[2] > left && contact.test(cell.text)),
  );
}

/** Names in the address window: an addressee's label above, or `t.a.v.` and a Dutch address below without contacts. */
export function isAddressee({ line, start }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const [left = 0] = box;
  const before = beforeInCell(line, start);
  if (buyerLabel.test(before) || chargedTo.test(before)) return true;
  const column = lines
    .filter(({ page, index }) => page === line.page && Math.abs(index - line.index) <= 4)
    .flatMap(({ index, cells }) =>
      cells.filter((cell) => Math.abs(cell.box[0] - left) < 0.02).map((cell) => ({ index, cell })),
    );
  const above = column.filter(({ index }) => index < line.index && index >= line.index - 2);
  // `Customer ID` is what a number is called.
  const isLabel = (text: string): boolean => buyerLabel.test(text) && text.length < 30 && !isCode.test(text);
  if (above.some(({ cell }) => isLabel(cell.text))) return true;
  return column.some(
    ({ index, cell }) =>
      index > line.index && index <= line.index + 2 && /^t\.?a\.?v\.?[\s:]/i.test(cell.text),
  );
}

/** `Btw verlegd naar Bakker & Zonen B.V.`: who owes the VAT instead. */
const chargedTo = /(?:verlegd (?:naar|aan)|reverse[ -]charged? (?:to|on))\s*$/iu;

const isCode = /(?:n[or]|id|code|nummer|number|reference)\.?:?$/iu;

/** A line with a postcode and a town. */
export const place =
  /^(?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-Z]{2})? \p{Lu}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|, [A-Z]{2} \d{5}/u;

/** `Bill to` on the page: who stands elsewhere is not the one it was sent to. */
function hasBuyerLabel({ page, cells }: Line): boolean {
  return (
    page === 1 &&
    cells.some(
      ({ text }, at) =>
        text.length < 24 &&
        buyerLabel.test(text) &&
        !/\d|(?:n[or]|id|code)\.?:?$|^(?:t\.?a\.?v|attn)/iu.test(text) &&
        // `Debiteur  8299`: the number of one.
        !/^[:#]?\s?\S*\d/.test(cells[at + 1]?.text ?? ''),
    )
  );
}

/** The names that stand like an addressee's; of two such blocks the first is rather the sender's. */
export function addresseesOf(names: readonly Name[], text: DocumentText): Name[] {
  return withCopies(inWindows(names, text), names, text);
}

function inWindows(names: readonly Name[], { lines }: DocumentText): Name[] {
  if (lines.some(hasBuyerLabel)) return [];
  const inWindow = names.filter((name) => isInWindow(name, boxOf(name.line, name.start, name.end), lines));
  const first = Math.min(...inWindow.map(({ line }) => line.index));
  // A letterhead above them both is the sender's.
  if (names.some(({ line }) => line.page === 1 && line.index < first)) return inWindow;
  const isSecond = inWindow.some(({ line }) =>
    lines.some(
      ({ page, index, text }) =>
        page === 1 &&
        index > first &&
        index < line.index &&
        /(?<!\d)\d{4,5}(?: ?[A-Z]{2})? \p{Lu}/u.test(text),
    ),
  );
  return isSecond ? inWindow.filter(({ line }) => line.index > first) : inWindow;
}

/** Who is addressed in one place, and has no registration or telephone in another, is the addressee there too. */
function withCopies(windows: readonly Name[], names: readonly Name[], text: DocumentText): Name[] {
  const keys = new Set(windows.filter(({ line }) => line.index > 0).map(({ name }) => plainName(name)));
  const copies = names.filter(({ name }) => keys.has(plainName(name)));
  const isSender = (key: string): boolean =>
    copies.some(
      (name) =>
        plainName(name.name) === key &&
        !windows.includes(name) &&
        isNearContact(name, boxOf(name.line, name.start, name.end), text),
    );
  return [...windows, ...copies.filter((name) => !windows.includes(name) && !isSender(plainName(name.name)))];
}

/** A name, a street and a place that end there: senders have a number, a registration or a telephone below. */
function isInWindow({ line }: Name, box: readonly number[], lines: readonly Line[]): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  if (line.page > 1 || top > 0.45 || (top < 0.06 && !hasLogo(line, bottom - top, lines))) return false;
  // The table below is no part of an address.
  const table = lines.find((other) => other.page === 1 && other.index > line.index && isTableHead(other));
  const column = lines
    .filter(({ page, index }) => page === 1 && index > line.index && index < (table?.index ?? Infinity))
    .flatMap(({ cells }) =>
      cells.filter((cell) => Math.abs(cell.box[0] - left) < 0.012 || Math.abs(cell.box[2] - right) < 0.012),
    );
  const height = bottom - top;
  const widest = height * (isScanned(line) ? 1.5 : 0.7);
  const end = column.findIndex((cell, at) => cell.box[1] - (column[at - 1]?.box[3] ?? bottom) > widest);
  const block = end < 0 ? column : column.slice(0, end);
  const at = block.findIndex(({ text }) => place.test(text));
  // What is labelled below, such as the invoice's own number, is no part of the address.
  const next = block.findIndex(
    ({ text }, index) => index > at && /^[\p{L}][^\d]{2,24}[:#.] ?\S/u.test(text) && !contact.test(text),
  );
  const address = next < 0 ? block : block.slice(0, next);
  return (
    at >= 0 &&
    at <= 3 &&
    address.length <= 5 &&
    !address.some(({ text }) => contact.test(text) || /\d{6,}|\(\d{3}\) ?\d{3}-\d{4}/.test(text))
  );
}

/** The letterhead stands elsewhere, in letters half as large again. */
function hasLogo(line: Line, height: number, lines: readonly Line[]): boolean {
  return lines.some(
    ({ page, index, cells }) =>
      page === 1 &&
      index !== line.index &&
      cells.some(({ box, text }) => box[1] < 0.15 && box[3] - box[1] > height * 1.4 && isName(text)),
  );
}
