/** A checked code as found in a piece of text. */
export interface FoundCode {
  /** Without spaces, dots and dashes; upper case. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

/** Characters of an IBAN by country; others are taken between 15 and 34. */
const ibanLengths: Readonly<Record<string, number>> = {
  AT: 20, BE: 16, CH: 21, CZ: 24, DE: 22, DK: 18, ES: 24, FI: 18, FR: 27, GB: 22, IE: 22, IT: 27, LT: 20, LU: 20,
  NL: 18, NO: 15, PL: 28, PT: 25, SE: 24,
};

/** Whether an IBAN without spaces has its country's length and passes mod 97 (ISO 13616). */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false;
  const length = ibanLengths[value.slice(0, 2)];
  if (length !== undefined && value.length !== length) return false;
  return mod97(value.slice(4) + value.slice(0, 4)) === 1;
}

function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

const digitsForLetters: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' };
const lettersForDigits: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };

function asDigits(text: string): string {
  return text.replaceAll(/[OQDILZSGB]/g, (letter) => digitsForLetters[letter] ?? letter);
}

function asLetters(text: string): string {
  return text.replaceAll(/[012568]/g, (digit) => lettersForDigits[digit] ?? digit);
}

const ibanStart = /(?<![\p{L}\d])([A-Z]{2}[\dOQILSB]{2})(?=[ .\-]?[A-Z0-9])/giu;

/**
 * IBANs in a line of text, spaced or not. What a scan confuses (O and 0, I and 1, S and 5…) is repaired in Dutch
 * ones, where letters and digits have their places; the check digits decide.
 */
export function ibansIn(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(ibanStart)) {
    const country = match[1]?.slice(0, 2).toUpperCase() ?? '';
    const lengths = ibanLengths[country] ? [ibanLengths[country]] : [];
    for (const length of lengths) {
      const end = endAfter(text, match.index, length);
      if (end === null) continue;
      const raw = text.slice(match.index, end);
      const value = repairIban(raw.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase());
      if (isIban(value)) found.push({ value, start: match.index, end, raw });
    }
  }
  return found;
}

function repairIban(value: string): string {
  if (isIban(value) || !value.startsWith('NL')) return value;
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

/** Formats of the European Union's VAT numbers, without separators. */
const vatFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/, BE: /^[01]\d{9}$/, DE: /^\d{9}$/, DK: /^\d{8}$/, ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/, FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12})$/, IE: /^\d[A-Z0-9]\d{5}[A-Z]{1,2}$/, IT: /^\d{11}$/, LU: /^\d{8}$/, NL: /^\d{9}B\d{2}$/, PL: /^\d{10}$/,
};

/** Whether a VAT number without separators has its country's format. */
export function isVatId(value: string): boolean {
  return vatFormats[value.slice(0, 2)]?.test(value.slice(2)) ?? false;
}

/**
 * Whether a Dutch btw-id passes one of its two checks: mod 97 over all of it (since 2020), or the eleven test over
 * the nine digits (a company's RSIN). Old and invented ones may fail, so this raises trust and refuses nothing.
 */
export function passesVatCheck(value: string): boolean {
  if (!/^NL\d{9}B\d{2}$/.test(value)) return false;
  return isElevenProof(value.slice(2, 11)) || mod97(value) === 1;
}

function isElevenProof(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 8; at += 1) sum += Number(digits[at]) * (9 - at);
  return (sum - Number(digits[8])) % 11 === 0;
}

const dutchVat = /(?<![\p{L}\d])N\s?L[ .]?([\dOQDILZSGB](?:[ .]?[\dOQDILZSGB]){8})[ .]?(?:B|8)(?:[ .]?([\dOQIL]{2})|[0O]{1,2}(\d))(?![\p{L}\d])/giu;
const foreignVat = /(?<![\p{L}\d])(AT|BE|DE|DK|ES|FR|GB|IE|IT|LU|PL)[ .]?([A-Z0-9](?:[ .]?[A-Z0-9]){7,11})(?![\p{L}\d])/gu;

/** VAT numbers of the European Union in a line of text; a Dutch one is repaired where a scan confused its letters. */
export function vatIdsIn(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(dutchVat)) {
    const bare = asDigits((match[1] ?? '').toUpperCase().replaceAll(/[ .]/g, ''));
    // `BO01`: the scanned 0 was read as O0.
    const suffix = match[2] === undefined ? `0${match[3] ?? ''}` : asDigits(match[2].toUpperCase());
    const value = `NL${bare}B${suffix}`;
    if (isVatId(value)) found.push({ value, start: match.index, end: match.index + match[0].length, raw: match[0] });
  }
  for (const match of text.matchAll(foreignVat)) {
    const value = `${match[1]}${(match[2] ?? '').replaceAll(/[ .]/g, '')}`;
    if (isVatId(value)) found.push({ value, start: match.index, end: match.index + match[0].length, raw: match[0] });
  }
  return found;
}

const kvkLabelled = /(?:k\.?\s?v\.?\s?k\.?|kamer van koophandel|chamber of commerce|c\.?o\.?c\.?|handelsregister|trade register)[^\d\t]{0,40}?(\d(?:[ .]?\d){7})(?![\d])/giu;

/** Numbers of the Dutch trade register in a line of text: eight digits after their label. */
export function kvksIn(text: string): FoundCode[] {
  return [...text.matchAll(kvkLabelled)].map((match) => {
    const digits = match[1] ?? '';
    const end = match.index + match[0].length;
    return { value: digits.replaceAll(/\D/g, ''), start: end - digits.length, end, raw: digits };
  });
}
