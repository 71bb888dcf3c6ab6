import { z } from 'zod';
import { instant } from '../resource.ts';

/** How grave a warning is: a stop keeps an invoice from being approved. The order, from 1, is the number in the database. */
export const warningSeverities = ['info', 'warning', 'stop'] as const;
/** One of the severities. */
export type WarningSeverity = (typeof warningSeverities)[number];

/** What is noticed about an invoice before money goes, and how grave it is (§C14). */
export const warningCodes = {
  /** Its creditor was blocked by a person. */
  'creditor-blocked': 'stop',
  /** Its account was blocked by a person. */
  'account-blocked': 'stop',
  /** A known creditor with an account that none of its invoices named before. */
  'new-account': 'stop',
  /** The account is known as that of another creditor. */
  'account-of-other': 'stop',
  /** A creditor that is nearly called as another one, with another account. */
  'similar-name': 'warning',
  /** The same amount under another number: a likely duplicate (§C2). */
  'duplicate-suspect': 'warning',
  /** Far above what the creditor's invoices were until now. */
  'unusual-amount': 'warning',
  /** Total, VAT and lines do not add up. */
  'vat-mismatch': 'warning',
  /** Its picture and its e-invoice have different totals (§C21). */
  'files-differ': 'warning',
  /** A VAT rate that the Netherlands do not have. */
  'vat-rate-unknown': 'warning',
  /** A VAT number that fails its check. */
  'vat-id-impossible': 'warning',
  /** A KvK number that cannot be one. */
  'kvk-impossible': 'warning',
  /** The first invoice of its creditor, without the VAT number that one with VAT must name, or without any number. */
  'numbers-missing': 'warning',
  /** Dated after today. */
  'future-date': 'warning',
  /** Addressed to neither the company nor the administration. */
  'addressed-to-other': 'warning',
  /** A part may have to go to a blocked account for wage taxes. */
  'g-account': 'info',
  /** The first invoice of its creditor. */
  'first-invoice': 'info',
  /** Due within three days, or overdue: known when it is read, since days pass. */
  'due-soon': 'info',
  /** Dated more than a year ago. */
  'old-invoice': 'info',
} as const satisfies Record<string, WarningSeverity>;

/** What is noticed about an invoice. */
export type WarningCode = keyof typeof warningCodes;

/** Whether a text is the code of a warning. */
export function isWarningCode(text: string): text is WarningCode {
  return Object.hasOwn(warningCodes, text);
}

/** All codes, the gravest first. */
export const warningOrder: readonly WarningCode[] = Object.keys(warningCodes).filter(isWarningCode);

const code = z.enum(warningOrder);

/** Days until the due date from which on it is said. */
export const dueSoonDays = 3;

/** What a warning rests on, by name: `iban`, `oldInvoiceId`, `amountInCents`… */
export const warningDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** An open warning, as a list shows it; the gravest first. */
export const warningMark = z.object({ code, severity: z.enum(warningSeverities) });

/** An open warning, as a list shows it. */
export type WarningMark = z.output<typeof warningMark>;

/** A warning about an invoice, with its evidence. */
export const invoiceWarning = warningMark.extend({
  /** What it is about where there can be several, such as an IBAN; else empty. */
  subject: z.string(),
  details: warningDetails,
  state: z.enum(['open', 'closed']),
  /** Null for what is known when it is read. */
  raisedAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** Who closed it, and how it was checked. */
  closedBy: z.string(),
  reason: z.string(),
});
/** A warning about an invoice, with its evidence. */
export type InvoiceWarning = z.output<typeof invoiceWarning>;

/** Which warnings a company has; stops are always on. `GET` and `PUT fmmodule/warning-settings/{companyId}`. */
export const warningSettings = z.object({
  codes: z.array(z.object({ code, severity: z.enum(warningSeverities), isOn: z.boolean() })),
});

/** `PUT fmmodule/warning-settings/{companyId}`: the codes that the company does without; no stop may be among them. */
export const warningSettingsCommand = z.object({
  off: z
    .array(code)
    .max(50)
    .refine((codes) => codes.every((name) => warningCodes[name] !== 'stop'), 'not-a-choice'),
});
