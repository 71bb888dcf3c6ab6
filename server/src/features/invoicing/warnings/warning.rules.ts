import { isKvkNumber, isVatId, passesVatCheck } from '#contract/identifiers.ts';
import {
  dueSoonDays,
  type WarningCode,
  warningCodes,
  warningOrder,
  type WarningSeverity,
} from '#contract/invoicing/warnings.ts';
import type { accountKinds, accountStates } from '#contract/invoicing/bank-accounts.ts';
import { resembles } from './names.rules.ts';

type AccountState = (typeof accountStates)[number];

/** An account that the invoice names, as one of its creditor (decision 0128). */
export interface NamedAccount {
  readonly iban: string;
  readonly kind: (typeof accountKinds)[number];
  /** Null where the supplier is not known. */
  readonly accountId: string | null;
  readonly state: AccountState | null;
  /** Whether the creditor was known, by an invoice or an import, before anything named this account. */
  readonly isLater: boolean;
}

/** An earlier invoice of the creditor. */
export interface EarlierInvoice {
  readonly id: string;
  readonly documentId: string;
  readonly invoiceDate: string;
  readonly totalInCents: number;
  readonly currency: string;
  readonly iban: string | null;
}

/** What the rules know of an invoice. */
export interface WarningFacts {
  /** Today in Amsterdam. */
  readonly today: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly kvk: string;
  readonly vatId: string | null;
  readonly addressedTo: string | null;
  /** What its picture says where the e-invoice beside it says another total; null where it does not. */
  readonly pictureTotalInCents: number | null;
  readonly lines: readonly { readonly amountInCents: number | null; readonly vatPercent: number | null }[];
  readonly accounts: readonly NamedAccount[];
  readonly creditor: {
    readonly id: string;
    readonly nameKey: string;
    readonly isBlocked: boolean;
    readonly blockReason: string;
  } | null;
  /** The invoices of the creditor that came before, the newest first; at most 24, and how many there are. */
  readonly earlier: readonly EarlierInvoice[];
  readonly earlierCount: number;
  /** Accounts of other creditors with an IBAN of this invoice. */
  readonly ofOthers: readonly {
    readonly iban: string;
    readonly creditorId: string;
    readonly creditor: string;
  }[];
  /** Other creditors whose names might resemble this one's, with their accounts. */
  readonly others: readonly {
    readonly id: string;
    readonly name: string;
    readonly nameKey: string;
    readonly ibans: readonly string[];
  }[];
  /** Another invoice of the supplier with the same amount, that may be the same under another number (§C2). */
  readonly lookalike: { readonly id: string; readonly documentId: string } | null;
}

/** What a rule found: the evidence, and what it is about where there can be several. */
interface Found {
  readonly subject?: string;
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** A warning that holds. */
export interface RaisedWarning {
  readonly code: WarningCode;
  readonly severity: WarningSeverity;
  readonly subject: string;
  readonly details: Found['details'];
}

type Rule = (facts: WarningFacts) => readonly Found[];

const when = (holds: boolean, details: Found['details'] = {}): readonly Found[] =>
  holds ? [{ details }] : [];
const isTrusted = ({ state }: Pick<NamedAccount, 'state'>) => state === 'imported' || state === 'confirmed';
const msPerDay = 86_400_000;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);

// Dutch rates: 21 and 9, 6 until 2018, 19 until 2012, and none.
const dutchRates = [0, 6, 9, 19, 21];
// The widest rate of Europe, in Hungary.
const maxRate = 27;
const isDutch = ({ vatId }: WarningFacts) => vatId === null || vatId.startsWith('NL');

/** What an amount is compared with: as many, and the newest of them. */
const minUsual = 5;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Whether an amount is far above the usual: by the logarithms of the earlier ones, so that a supplier whose amounts vary
 * may vary. At least 2.5 times the median, and above everything before.
 */
function unusual({ earlier, totalInCents, currency }: WarningFacts): readonly Found[] {
  const amounts = earlier
    .filter((one) => one.currency === currency && one.totalInCents > 0)
    .map((one) => one.totalInCents);
  if (amounts.length < minUsual || totalInCents <= 0) return [];
  const logs = amounts.map(Math.log);
  const median = medianOf(logs);
  const spread = medianOf(logs.map((log) => Math.abs(log - median))) * 1.4826;
  const limit = median + Math.max(Math.log(2.5), 4 * spread);
  const usual = Math.round(Math.exp(median));
  const isFar = Math.log(totalInCents) > limit && totalInCents > 1.5 * Math.max(...amounts);
  const percent = Math.round((totalInCents / usual - 1) * 100);
  return when(isFar && totalInCents - usual > 25_000, {
    amountInCents: totalInCents,
    usualInCents: usual,
    percent,
  });
}

function vatMismatch({ totalInCents, exclInCents, vatInCents, lines }: WarningFacts): readonly Found[] {
  if (exclInCents === null || vatInCents === null) return [];
  const difference = totalInCents - exclInCents - vatInCents;
  if (Math.abs(difference) > 2) return when(true, { kind: 'total', differenceInCents: difference });
  const isKnown =
    lines.length > 0 && lines.every((line) => line.amountInCents !== null && line.vatPercent !== null);
  const sum = lines.reduce((total, line) => total + (line.amountInCents ?? 0), 0);
  if (!isKnown || sum !== exclInCents) return [];
  const vat = lines.reduce(
    (total, line) => total + ((line.amountInCents ?? 0) * (line.vatPercent ?? 0)) / 100,
    0,
  );
  const byLines = Math.round(vatInCents - vat);
  // Each line, and the total, may be rounded its own way.
  return when(Math.abs(byLines) > lines.length + 2, { kind: 'lines', differenceInCents: byLines });
}

function unknownRate(facts: WarningFacts): readonly Found[] {
  const { exclInCents, vatInCents, lines } = facts;
  const odd = lines.find(({ vatPercent }) => vatPercent !== null && !isRate(facts, vatPercent));
  if (odd) return when(true, { percent: odd.vatPercent });
  if (exclInCents === null || vatInCents === null || exclInCents === 0) return [];
  const percent = Math.round((vatInCents / exclInCents) * 1000) / 10;
  // Several rates together give one in between; above the highest, or below none, is none.
  const highest = isDutch(facts) ? 21 : maxRate;
  const slack = Math.abs(exclInCents) < 10_000 ? 1 : 0.3;
  return when(percent > highest + slack || percent < -slack, { percent });
}

const isRate = (facts: WarningFacts, percent: number) =>
  isDutch(facts) ? dutchRates.includes(percent) : percent >= 0 && percent <= maxRate;

// Below it an invoice may leave its numbers out, as a receipt does.
const receiptInCents = 10_000;

/** By law an invoice with VAT names the number of who asks it; a known creditor has shown who it is. */
function numbersMissing(facts: WarningFacts): readonly Found[] {
  const { earlierCount, accounts, totalInCents, vatInCents, vatId, kvk } = facts;
  if (earlierCount > 0 || totalInCents <= receiptInCents || vatId !== null || accounts.some(isTrusted))
    return [];
  if ((vatInCents ?? 0) > 0) return when(true, { kind: 'vat' });
  return when(kvk === '', { kind: 'all' });
}

function newAccount({ accounts, earlier, earlierCount }: WarningFacts): readonly Found[] {
  return accounts
    .filter((account) => account.state === 'seen' && account.isLater)
    .map(({ iban, kind, accountId }) => {
      const old = earlier.find((one) => one.iban !== null && one.iban !== iban);
      const details = {
        iban,
        kind,
        accountId,
        oldIban: old?.iban ?? null,
        oldDate: old?.invoiceDate ?? null,
        oldInvoiceId: old?.id ?? null,
        oldInvoice: old?.documentId ?? null,
        count: earlierCount,
      };
      return { subject: iban, details };
    });
}

function similarName({ creditor, accounts, earlierCount, others }: WarningFacts): readonly Found[] {
  const ibans = accounts.map(({ iban }) => iban);
  // People saw it more than once, or know its account.
  if (creditor === null || earlierCount >= 3 || ibans.length === 0 || accounts.some(isTrusted)) return [];
  return others
    .filter(
      (other) =>
        other.ibans.length > 0 &&
        !other.ibans.some((iban) => ibans.includes(iban)) &&
        resembles(creditor.nameKey, other.nameKey),
    )
    .slice(0, 3)
    .map(({ id, name, ibans: [oldIban = ''] }) => ({
      subject: id,
      details: { creditorId: id, creditor: name, oldIban, iban: ibans[0] ?? '' },
    }));
}

/** Each code with what raises it. All are tried on every invoice (§C14). */
const rules: Readonly<Record<Exclude<WarningCode, 'due-soon'>, Rule>> = {
  'creditor-blocked': ({ creditor }) =>
    when(creditor?.isBlocked === true, {
      creditorId: creditor?.id ?? null,
      reason: creditor?.blockReason ?? '',
    }),
  'account-blocked': ({ accounts }) =>
    accounts
      .filter(({ state }) => state === 'blocked')
      .map(({ iban, accountId }) => ({ subject: iban, details: { iban, accountId } })),
  'new-account': newAccount,
  'account-of-other': ({ accounts, ofOthers }) =>
    accounts
      .filter((account) => !isTrusted(account))
      .flatMap(({ iban, accountId }) => {
        const other = ofOthers.find((one) => one.iban === iban);
        return other
          ? [
              {
                subject: iban,
                details: { iban, accountId, creditorId: other.creditorId, creditor: other.creditor },
              },
            ]
          : [];
      }),
  'similar-name': similarName,
  'duplicate-suspect': ({ lookalike }) =>
    when(lookalike !== null, {
      oldInvoiceId: lookalike?.id ?? null,
      oldInvoice: lookalike?.documentId ?? null,
    }),
  'unusual-amount': unusual,
  'vat-mismatch': vatMismatch,
  'files-differ': ({ pictureTotalInCents, totalInCents }) =>
    when(pictureTotalInCents !== null, { pictureTotalInCents, totalInCents }),
  'vat-rate-unknown': unknownRate,
  'vat-id-impossible': ({ vatId }) =>
    when(vatId !== null && !(isVatId(vatId) && (!vatId.startsWith('NL') || passesVatCheck(vatId))), {
      vatId,
    }),
  'kvk-impossible': ({ kvk }) => when(kvk !== '' && (!isKvkNumber(kvk) || /^(\d)\1+$/.test(kvk)), { kvk }),
  'numbers-missing': numbersMissing,
  'future-date': ({ invoiceDate, today }) => when(invoiceDate > today, { day: invoiceDate }),
  'addressed-to-other': ({ addressedTo }) => when(addressedTo !== null, { addressedTo }),
  'g-account': ({ accounts }) =>
    accounts.filter(({ kind }) => kind === 'g').map(({ iban }) => ({ subject: iban, details: { iban } })),
  'first-invoice': ({ creditor, earlierCount }) =>
    when(creditor !== null && earlierCount === 0, { creditorId: creditor?.id ?? null }),
  'old-invoice': ({ invoiceDate, today }) =>
    when(daysBetween(invoiceDate, today) > 366, { day: invoiceDate }),
};

/** The warnings that hold for an invoice, the gravest first. */
export function warningsOf(facts: WarningFacts): RaisedWarning[] {
  return warningOrder.flatMap((code) =>
    code === 'due-soon'
      ? []
      : rules[code](facts).map(({ subject = '', details }) => ({
          code,
          severity: warningCodes[code],
          subject,
          details,
        })),
  );
}

/** Whether an invoice that still waits is due within three days, or was: in how many days; null for neither. */
export function dueInDays(dueDate: string | null, today: string): number | null {
  if (dueDate === null) return null;
  const days = daysBetween(today, dueDate);
  return days <= dueSoonDays ? days : null;
}
