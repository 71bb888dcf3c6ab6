import { z } from 'zod';
import { day, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';

/** What is known of a bank account of a creditor. The order is the number in the database. */
export const accountStates = ['seen', 'imported', 'confirmed', 'blocked'] as const;

/** What an account is for: `g` is blocked for wage taxes (G-account). The order is the number in the database. */
export const accountKinds = ['normal', 'g'] as const;

/** How an account can be checked; never by what the invoice itself says of its sender. */
export const accountChecks = ['called', 'letter', 'bank'] as const;

/** Something that happened to an account. */
export const accountEvent = z.object({
  id,
  at: instant,
  /** The state that it got. */
  state: z.enum(accountStates),
  /** Empty: the portal itself. */
  userName: z.string(),
  /** How it was checked; empty where it was not. */
  method: z.enum([...accountChecks, '']),
  /** With whom and when it was checked, or why it was blocked. */
  reason: z.string(),
  invoice: z.object({ id, documentId: z.string() }).nullable(),
});

const row = z.object({
  id,
  companyId: id,
  creditorId: id,
  creditorName: z.string(),
  iban: z.string(),
  kind: z.enum(accountKinds),
  state: z.enum(accountStates),
  /** How many invoices of the creditor name it, and the date of the last one. */
  invoiceCount: z.int(),
  lastInvoiceDate: day.nullable(),
  /** What happened to it last. */
  lastEvent: accountEvent
    .pick({ state: true, userName: true, method: true, reason: true, at: true })
    .nullable(),
  rowVersion,
});

/** The bank accounts of creditors: who pays asks whether a person checked them (§C14). */
export const bankAccounts = defineResource({
  name: 'bank account',
  path: 'fmmodule/bank-accounts',
  permission: 'fmmodule.bankaccounts',
  fields: { id: 'id', creditorId: 'id', creditorName: 'text', iban: 'text', kind: 'text', state: 'text' },
  defaultSort: 'creditorName asc',
  row,
  record: row.extend({
    events: z.array(accountEvent),
    /** Invoices that are not Processed and name it: what confirming and blocking are about. */
    openInvoices: z.int(),
    /** Whether the caller may confirm it: with the right, and neither uploaded, validated nor booked what names it. */
    mayConfirm: z.boolean(),
    /** Who may confirm it, by name. */
    confirmers: z.array(z.string()),
  }),
});

/** `POST bank-accounts/{id}/confirm`: says how it was checked, and with whom; closes the stop on all its invoices. */
export const confirmAccountCommand = z.object({
  method: z.enum(accountChecks),
  note: shortText(),
  rowVersion: rowVersion.optional(),
});

/** `POST bank-accounts/{id}/block`: stops all its invoices. */
export const blockAccountCommand = z.object({ reason: shortText(), rowVersion: rowVersion.optional() });
