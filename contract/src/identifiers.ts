/** Characters of an IBAN by country; others are taken between 15 and 34. */
const ibanLengths: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  CH: 21,
  CZ: 24,
  DE: 22,
  DK: 18,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  IE: 22,
  IT: 27,
  LT: 20,
  LU: 20,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  SE: 24,
};

/** How many characters an IBAN of this country (`NL`) has, or undefined where we do not know. */
export function ibanLength(country: string): number | undefined {
  return ibanLengths[country];
}

/**
 * Whether an IBAN in upper case without spaces has its country's length and passes mod 97 (ISO 13616); a Dutch one has a
 * bank's four letters and ten digits too.
 */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false;
  const length = ibanLengths[value.slice(0, 2)];
  if (length !== undefined && value.length !== length) return false;
  if (value.startsWith('NL') && !/^NL\d{2}[A-Z]{4}\d{10}$/.test(value)) return false;
  return mod97(value.slice(4) + value.slice(0, 4)) === 1;
}

function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

/** Formats of the European Union's VAT numbers and the British one, without separators. Greece writes EL. */
const vatFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Whether a VAT number in upper case without separators has its country's format. */
export function isVatId(value: string): boolean {
  return vatFormats[value.slice(0, 2)]?.test(value.slice(2)) ?? false;
}

/**
 * Whether a Dutch btw-id passes one of its two checks: mod 97 over all of it (since 2020), or the eleven test over
 * the nine digits (a company's RSIN). On a scanned page old and misread ones may fail, so there it raises trust and
 * refuses nothing; what a person types must pass.
 */
export function passesVatCheck(value: string): boolean {
  if (!/^NL\d{9}B\d{2}$/.test(value)) return false;
  return isElevenProof(value.slice(2, 11)) || mod97(value) === 1;
}

function isElevenProof(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 8; i += 1) sum += Number(digits[i]) * (9 - i);
  return (sum - Number(digits[8])) % 11 === 0;
}

/** Whether a text is a number of the Dutch trade register: eight digits. */
export function isKvkNumber(value: string): boolean {
  return /^\d{8}$/.test(value);
}

/** A code as people type it, in the form that is stored: upper case, without spaces, dots and dashes. */
export function bareCode(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase();
}
