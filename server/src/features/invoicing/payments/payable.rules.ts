import { isIban } from '#contract/identifiers.ts';
import type { accountKinds, accountStates } from '#contract/invoicing/bank-accounts.ts';
import type { PaymentStatus } from '#contract/invoicing/invoices.ts';
import type { LeftOutReason } from '#contract/invoicing/payments.ts';

/** One account that an invoice asks to be paid to, with what is known of it. */
export interface PayableAccount {
  readonly part: number;
  readonly iban: string;
  readonly kind: (typeof accountKinds)[number];
  readonly amountInCents: number;
  /** Of the account at the creditor of the invoice; null: not known there. */
  readonly state: (typeof accountStates)[number] | null;
}

/** An approved invoice, or one on hold, as a payment looks at it. */
export interface Payable {
  readonly id: string;
  readonly documentId: string;
  readonly invoiceNumber: string;
  readonly creditorId: string | null;
  readonly creditorName: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly totalInCents: number;
  readonly paymentReference: string | null;
  readonly paymentStatus: PaymentStatus;
  readonly isOnHold: boolean;
  readonly isStopped: boolean;
  /** Whether a person approved it, and not a program or a rule alone. */
  readonly hasPerson: boolean;
  readonly other: { readonly id: string; readonly number: string } | null;
  readonly accounts: readonly PayableAccount[];
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

/** Why an invoice is left out, and what that is about. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly about: string;
  readonly aboutId: string | null;
}

// The single euro payments area: banks carry a SEPA transfer to accounts of these countries only.
const sepaCountries = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'SE SI SK SM VA'
  ).split(' '),
);

/** Why an invoice cannot be paid by a file; null if it can (§C17). The first reason that holds is told. */
export function leftOutOf(invoice: Payable): LeftOut | null {
  const { accounts, paymentStatus, other } = invoice;
  const because = (reason: LeftOutReason, about = '', aboutId: string | null = null): LeftOut => ({
    reason,
    about,
    aboutId,
  });
  if (invoice.isOnHold) return because('on-hold');
  if (paymentStatus === 'directDebit') return because('direct-debit');
  if (paymentStatus === 'paid') return because('paid');
  if (paymentStatus === 'doNotPay') return because('do-not-pay');
  if (other) return because('in-other-payment', other.number, other.id);
  if (invoice.isStopped) return because('open-stop');
  if (invoice.currency !== 'EUR') return because('not-euro', invoice.currency);
  if (invoice.totalInCents <= 0) return because('credit');
  const wrong = accounts.find(({ iban }) => !isIban(iban));
  if (accounts.length === 0 || wrong) return because('no-account', wrong?.iban);
  const far = accounts.find(({ iban }) => !sepaCountries.has(iban.slice(0, 2)));
  if (far) return because('not-sepa', far.iban);
  if (!isDivided(invoice)) return because('g-amount-open', gAccountOf(invoice)?.iban);
  const blocked = accounts.find(({ state }) => state === 'blocked');
  if (blocked) return because('account-blocked', blocked.iban, invoice.creditorId);
  const unconfirmed = accounts.find(({ state }) => state !== 'confirmed');
  if (unconfirmed) return because('account-unconfirmed', unconfirmed.iban, invoice.creditorId);
  return invoice.hasPerson ? null : because('no-person');
}

/** The G-account of an invoice beside another account. */
export function gAccountOf({ accounts }: Pick<Payable, 'accounts'>): PayableAccount | undefined {
  return accounts.length > 1 ? accounts.find(({ kind }) => kind === 'g') : undefined;
}

// All of it goes somewhere, and to each account something.
function isDivided({ accounts, totalInCents }: Payable): boolean {
  const sum = accounts.reduce((total, { amountInCents }) => total + amountInCents, 0);
  return sum === totalInCents && accounts.every(({ amountInCents }) => amountInCents > 0);
}
