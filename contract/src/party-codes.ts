import { bareCode, isIban, isKvkNumber, isVatId, passesVatCheck } from './identifiers.ts';
import { countryCodes, readCountry } from './countries.ts';
import { keptText } from './resource.ts';

const keptCode = (max: number, isRight: (code: string) => boolean) =>
  keptText(max)
    .transform((text) => (text === undefined ? text : bareCode(text)))
    .refine((text) => !text || isRight(text), 'invalid');

/** Number in the trade register: eight digits; stored without spaces and dots. Absent keeps, null and empty take away. */
export const kvkNumber = keptCode(20, isKvkNumber);

/** Number of a public body (OIN): twenty digits; stored without spaces and dots. Absent keeps. */
export const oin = keptCode(40, (code) => /^\d{20}$/.test(code));

/** A country by its code or its name, stored as the code; absent keeps, null and empty make it the Netherlands. */
export const country = keptText(100)
  .transform((text) => (text === '' ? 'NL' : text && (readCountry(text) ?? text)))
  .refine((text) => !text || countryCodes.includes(text), 'not-a-choice');

/** VAT number of any country; a Dutch one must pass its check. Stored in capitals without separators; absent keeps. */
export const vatId = keptCode(
  30,
  (code) => isVatId(code) && (!code.startsWith('NL') || passesVatCheck(code)),
);

/** IBAN with the length of its country and a right check; stored in capitals without separators; absent keeps. */
export const iban = keptCode(50, isIban);
