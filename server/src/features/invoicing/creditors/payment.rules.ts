/** One part of what an invoice asks to be paid: to which account, and how much of it. */
export interface PaymentPart {
  readonly part: number;
  readonly iban: string;
  readonly amountInCents: number;
  readonly kind: 'normal' | 'g';
}

/**
 * To whom the document asks the amount to be paid. All goes to the first account; how much of it is for a G-account is
 * not read, so that part is 0 until a person says it.
 */
export function paymentsOf(invoice: {
  readonly iban: string | null;
  readonly gAccount: string | null;
  readonly totalInCents: number;
}): PaymentPart[] {
  const accounts = [
    { iban: invoice.iban, kind: 'normal' as const },
    { iban: invoice.gAccount === invoice.iban ? null : invoice.gAccount, kind: 'g' as const },
  ];
  return accounts
    .flatMap(({ iban, kind }) => (iban === null || iban === '' ? [] : [{ iban, kind }]))
    .map(({ iban, kind }, index) => ({
      part: index + 1,
      iban,
      kind,
      amountInCents: index === 0 ? invoice.totalInCents : 0,
    }));
}
