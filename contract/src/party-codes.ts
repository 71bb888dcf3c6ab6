import { bareCode, isIban, isKvkNumber, isVatId, passesVatCheck } from './identifiers.ts';
import { keptText } from './resource.ts';

const keptCode = (max: number, isRight: (code: string) => boolean) =>
  keptText(max)
    .transform((text) => (text === undefined ? text : bareCode(text)))
    .refine((text) => !text || isRight(text), 'invalid');

/** Number in the trade register: eight digits; stored without spaces and dots. Absent keeps, null and empty take away. */
export const kvkNumber = keptCode(20, isKvkNumber);

/** VAT number of any country; a Dutch one must pass its check. Stored in capitals without separators; absent keeps. */
export const vatId = keptCode(
  30,
  (code) => isVatId(code) && (!code.startsWith('NL') || passesVatCheck(code)),
);

/** IBAN with the length of its country and a right check; stored in capitals without separators; absent keeps. */
export const iban = keptCode(50, isIban);
