import type { Random } from './random.ts';

/** An IBAN that passes its check, at a bank that does not exist: nobody can be paid by accident. */
export function sampleIban(random: Random): string {
  const account = `${random.pick(['DEMO', 'FICT', 'PROE', 'VOOR'])}0${random.digits(9)}`;
  return `NL${String(98 - mod97(`${account}NL00`)).padStart(2, '0')}${account}`;
}

function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}

/** A btw-id whose nine digits pass the eleven test, in a range that is not given out. */
export function sampleVatId(random: Random): string {
  for (;;) {
    const digits = `99${random.digits(6)}`;
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (9 - at), 0);
    if (sum % 11 < 10) return `NL${digits}${sum % 11}B01`;
  }
}

/** Eight digits above the numbers that the trade register has given out. */
export function sampleKvk(random: Random): string {
  return `99${random.digits(6)}`;
}
