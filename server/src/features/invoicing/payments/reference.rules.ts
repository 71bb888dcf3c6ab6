import { xmlText } from '#server/platform/xml/ubl.ts';

/** What a creditor is told of a payment: a reference with check digits, or free text; never both (§C17). */
export type Reference =
  | { readonly kind: 'dutch' | 'iso'; readonly text: string }
  | { readonly kind: 'free'; readonly text: string };

const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1];

/** Whether sixteen digits are a Dutch payment reference: the first is the check digit over the others, by weights and 11. */
export function isDutchReference(text: string): boolean {
  if (!/^\d{16}$/.test(text)) return false;
  const digits = Array.from(text.slice(1)).toReversed();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * (weights[index % 10] ?? 0), 0);
  const rest = 11 - (sum % 11);
  const check = rest === 11 ? 0 : rest === 10 ? 1 : rest;
  return check === Number(text[0]);
}

/** Whether a text is a creditor reference of ISO 11649: `RF`, two check digits, at most 21 characters. */
export function isIsoReference(text: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** What the bank passes on: the payment reference if its check digits are right, otherwise the number of the invoice. */
export function referenceOf(invoice: {
  readonly paymentReference: string | null;
  readonly invoiceNumber: string;
}): Reference {
  const bare = (invoice.paymentReference ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  if (isDutchReference(bare)) return { kind: 'dutch', text: bare };
  if (isIsoReference(bare)) return { kind: 'iso', text: bare };
  const words = [invoice.invoiceNumber, invoice.paymentReference ?? ''];
  const text = sepaText(
    words.filter((word, index) => word !== '' && words.indexOf(word) === index).join(' '),
  );
  return { kind: 'free', text: text.slice(0, 140).trim() };
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '€': 'EUR',
  '&': '+',
};

/** A text in the letters that every SEPA bank takes: accents fall off, other signs become a full stop. */
export function sepaText(text: string): string {
  return xmlText(text)
    .replaceAll(/[ßæÆøØłŁ€&]/g, (sign) => letters[sign] ?? sign)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
