// What says that the supplier collects it: `wordt op 3 mei van uw rekening geïncasseerd`, `Betaalwijze: incasso`. An
// offer to pay that way says nothing.
const collects =
  /\b(?:wordt|worden|zal|zullen|incasseren wij|schrijven wij)\b[^.\n]{0,120}(?:ge[iï]ncasseerd|afgeschreven|van uw (?:bank)?rekening)/iu;
const method =
  /\b(?:betaal(?:wijze|methode|conditie)|betaling|wijze van betaling|payment method)\s*[:\-–]?\s*(?:via |per |by )?(?:automatische |sepa |europese )?(?:incasso|direct debit|domicili[eë]ring)/iu;
const english = /\bwill be (?:collected|debited)\b[^.\n]{0,80}(?:account|direct debit)/iu;

/** Whether the words of an invoice say that its supplier collects the amount by direct debit. */
export function isDirectDebit(text: string): boolean {
  const plain = text.replace(/\s+/g, ' ');
  return collects.test(plain) || method.test(plain) || english.test(plain);
}
