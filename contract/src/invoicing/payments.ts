import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';
import { bareCode, isIban } from '../identifiers.ts';
import { accountKinds } from './bank-accounts.ts';

/** How far a payment got. The order is the number in the database. */
export const paymentStates = ['draft', 'prepared', 'released', 'cancelled'] as const;

/** How far a payment got. */
export type PaymentState = (typeof paymentStates)[number];

/** Why an approved invoice is not in a payment; the first that holds is told (§C17). */
export const leftOutReasons = [
  'on-hold',
  'direct-debit',
  'paid',
  'do-not-pay',
  'in-other-payment',
  'open-stop',
  'not-euro',
  'credit',
  'no-account',
  'not-sepa',
  'g-amount-open',
  'account-blocked',
  'account-unconfirmed',
  'no-person',
  /** Nothing is wrong with it: the maker took it out. */
  'taken-out',
] as const;

/** Why an approved invoice is not in a payment. */
export type LeftOutReason = (typeof leftOutReasons)[number];

const row = z.object({
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  administrationId: id,
  administration: z.object({ name: z.string() }),
  /** `2026-048`, by company. */
  number: z.string(),
  state: z.enum(paymentStates),
  executionDay: day,
  paymentCount: z.int(),
  totalAmount: cents,
  /** Empty until it is released; then its name and bytes never change. */
  filename: z.string(),
  createdAt: instant,
  releasedAt: instant.nullable(),
});

const named = z.object({
  id,
  documentId: z.string(),
  invoiceNumber: z.string(),
  creditorName: z.string(),
  totalAmount: cents,
});

/** An invoice in a payment: one transfer, or two where some of it goes to a G-account. */
export const paidInvoice = named.extend({
  dueDate: day.nullable(),
  /** What the bank passes on to the creditor. */
  reference: z.string(),
  /** A payment reference with check digits, which the creditor's system reads. */
  isStructured: z.boolean(),
  transfers: z.array(z.object({ iban: z.string(), kind: z.enum(accountKinds), amount: cents })),
});

/** An approved invoice that is not in the payment, and why. */
export const leftOutInvoice = named.extend({
  currency: z.string(),
  reason: z.enum(leftOutReasons),
  /** What the reason is about: an IBAN, the number of a payment; else empty. */
  about: z.string(),
  /** Where to go: the payment or the creditor that it is about. */
  aboutId: id.nullable(),
  /** With an open G-account: how much of the total is for it is asked. */
  gAmount: cents.nullable(),
});

/** Payments to creditors by SEPA credit transfer: one makes them, another releases them (§C17). */
export const payments = defineResource({
  name: 'payment',
  path: 'fmmodule/payments',
  permission: 'fmmodule.payments',
  fields: {
    id: 'id',
    'company/name': 'text',
    'administration/name': 'text',
    number: 'text',
    state: 'text',
    executionDay: 'day',
    totalAmount: 'number',
    createdAt: 'instant',
  },
  defaultSort: 'createdAt desc',
  row,
  record: row.extend({
    /** The account that it is paid from. */
    iban: z.string(),
    holder: z.string(),
    invoices: z.array(paidInvoice),
    /** Of a draft or a prepared one; else empty. */
    leftOut: z.array(leftOutInvoice),
    createdByName: z.string(),
    preparedAt: instant.nullable(),
    preparedByName: z.string(),
    releasedByName: z.string(),
    /** Whether the caller may release it: with the right, and neither made nor prepared it. */
    mayRelease: z.boolean(),
    /** Why it was sent back, or not sent to the bank. */
    reason: z.string(),
    rowVersion,
  }),
  create: z.object({ companyId: id, administrationId: id, executionDay: day }),
});

const version = { rowVersion: rowVersion.optional() };

/** `POST payments/{id}/choose`: what a draft pays, and when. */
export const choosePaymentCommand = z.object({
  invoiceIds: z.array(id).max(5000),
  executionDay: day,
  ...version,
});

/** `POST payments/{id}/split`: how much of an invoice goes to its G-account; 0 is nothing. */
export const splitPaymentCommand = z.object({ invoiceId: id, gAmount: cents.min(0) });

/** `POST payments/{id}/prepare` and `release`: the two steps, each with a fresh second factor. */
export const paymentStep = z.object(version);

/** `POST payments/{id}/send-back` and `not-sent`, with the reason. */
export const paymentReasonCommand = z.object({ reason: shortText(1000), ...version });

const settings = z.object({
  /** That of the administration. */
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  administration: z.object({ name: z.string() }),
  isOn: z.boolean(),
  /** The account that is paid from; empty until it is set. */
  iban: z.string(),
  bic: z.string(),
  holder: z.string(),
  isConfirmed: z.boolean(),
  confirmedByName: z.string(),
  /** Invoices that were approved before this day are never paid from here. */
  paysFrom: day.nullable(),
  rowVersion,
});

/** From which account an administration pays (§C17); off until somebody switches it on. */
export const paymentSettings = defineResource({
  name: 'payment setting',
  path: 'fmmodule/payment-settings',
  permission: 'fmmodule.paymentsettings',
  fields: { id: 'id', 'administration/name': 'text', iban: 'text', isOn: 'boolean' },
  defaultSort: 'administration/name asc',
  row: settings,
  record: settings.extend({
    /** Whether the caller may confirm the account: with the right, and did not change it last. */
    mayConfirm: z.boolean(),
  }),
  update: z.object({
    isOn: z.boolean(),
    /** Asked when it is switched on: where the package pays too, a creditor would be paid twice. */
    packagePaysToo: z.boolean().optional(),
    iban: z.string().transform(bareCode).refine(isIban, 'invalid'),
    bic: z
      .string()
      .transform(bareCode)
      .refine((bic) => /^([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(bic), 'invalid'),
    holder: shortText(70),
    paysFrom: day,
    rowVersion: rowVersion.optional(),
  }),
});

/** `POST payment-settings/{id}/confirm`: another person checked the account. */
export const confirmPayingAccountCommand = z.object(version);
