import { ibanLength, isIban, isVatId } from '#contract/identifiers.ts';

export { isIban, isVatId, passesVatCheck } from '#contract/identifiers.ts';

/** A checked code as found in a piece of text. */
export interface FoundCode {
  /** Without spaces, dots and dashes; upper case. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

/** Each character of `from` by the one at its place in `to`: what a scan confuses. */
function replaceEach(text: string, from: string, to: string): string {
  return [...text].map((character) => to[from.indexOf(character)] ?? character).join('');
}

function asDigits(text: string): string {
  return replaceEach(text, 'OQDILZSGB', '000112568');
}

function asLetters(text: string): string {
  return replaceEach(text, '012568', 'OIZSGB');
}

const ibanStart = /(?<![\p{L}\d])([A-Z]{2}[\dOQILSB]{2})(?=[ .-]?[A-Z0-9])/giu;

/**
 * IBANs in a line of text, spaced or not. What a scan confuses (O and 0, I and 1, S and 5…) is repaired in Dutch
 * ones, where letters and digits have their places; the check digits decide.
 */
export function ibansIn(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(ibanStart)) {
    const country = match[1]?.slice(0, 2).toUpperCase() ?? '';
    const length = ibanLength(country);
    const end = length === undefined ? null : endAfter(text, match.index, length);
    if (end === null) continue;
    const raw = text.slice(match.index, end);
    const value = repairIban(raw.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase());
    if (isIban(value)) found.push({ value, start: match.index, end, raw });
  }
  return found;
}

/** `btw NL588922298B03 IBAN …`: one in 97 of such pieces passes the check. */
const startsWithVatId = /^NL\d{9}B\d{2}/;

function repairIban(value: string): string {
  if (isIban(value) || !value.startsWith('NL') || startsWithVatId.test(value)) return value;
  return `NL${asDigits(value.slice(2, 4))}${asLetters(value.slice(4, 8))}${asDigits(value.slice(8))}`;
}

/** Where the given number of letters and digits ends, with single separators between them; null when they run out. */
function endAfter(text: string, start: number, length: number): number | null {
  let seen = 0;
  for (let at = start; at < text.length; at += 1) {
    if (/[A-Za-z0-9]/.test(text[at] ?? '')) seen += 1;
    else if (!/[ .\-\u00a0]/.test(text[at] ?? '')) return null;
    if (seen === length) return at + 1;
  }
  return null;
}

const dutchVat =
  /(?<![\p{L}\d])N\s?L[ .]?([\dOQDILZSGB](?:[ .]?[\dOQDILZSGB]){8})[ .]?(?:B|8)(?:[ .]?([\dOQIL]{2})|[0O]{1,2}(\d))(?![\p{L}\d])/giu;
const foreignVat =
  /(?<![\p{L}\d])(AT|BE|DE|DK|ES|FR|GB|IE|IT|LU|PL)[ .]?([A-Z0-9](?:[ .]?[A-Z0-9]){7,11})(?![\p{L}\d])/gu;

/** VAT numbers of the European Union in a line of text; a Dutch one is repaired where a scan confused its letters. */
export function vatIdsIn(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(dutchVat)) {
    const bare = asDigits((match[1] ?? '').toUpperCase().replaceAll(/[ .]/g, ''));
    // `BO01`: the scanned 0 was read as O0.
    const suffix = match[2] === undefined ? `0${match[3] ?? ''}` : asDigits(match[2].toUpperCase());
    const value = `NL${bare}B${suffix}`;
    if (isVatId(value))
      found.push({ value, start: match.index, end: match.index + match[0].length, raw: match[0] });
  }
  for (const match of text.matchAll(foreignVat)) {
    const value = `${match[1]}${(match[2] ?? '').replaceAll(/[ .]/g, '')}`;
    if (isVatId(value))
      found.push({ value, start: match.index, end: match.index + match[0].length, raw: match[0] });
  }
  return found;
}

const kvkLabelled =
  /(?:k\.?\s?v\.?\s?k\.?|kamer van koophandel|chamber of commerce|c\.?o\.?c\.?|handelsregister|trade register)[^\d\t]{0,40}?(\d(?:[ .]?\d){7})(?![\d])/giu;

/** Numbers of the Dutch trade register in a line of text: eight digits after their label. */
export function kvksIn(text: string): FoundCode[] {
  return [...text.matchAll(kvkLabelled)].map((match) => {
    const digits = match[1] ?? '';
    const end = match.index + match[0].length;
    return { value: digits.replaceAll(/\D/g, ''), start: end - digits.length, end, raw: digits };
  });
}
