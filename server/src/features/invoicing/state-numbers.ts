import type { WarningSeverity } from '#contract/invoicing/warnings.ts';
import type { accountKinds, accountStates } from '#contract/invoicing/bank-accounts.ts';
import type {
  approvalLineStates,
  approvalOrigins,
  ApprovalState,
  exportStates,
  InvoiceStatus,
  PaymentStatus,
  stepModes,
} from '#contract/invoicing/invoices.ts';
import type { PaymentState } from '#contract/invoicing/payments.ts';

/** The status of an invoice as a number in the database (§C1). */
export const StatusNumber = {
  Concept: 0,
  Duplicate: 1,
  ReadyForProcessing: 2,
  Processed: 3,
} as const satisfies Record<InvoiceStatus, number>;

/** The approval state of an invoice as a number in the database (§C3). */
export const ApprovalNumber = {
  pending: 0,
  approved: 1,
  rejected: 2,
  onHold: 3,
} as const satisfies Record<ApprovalState, number>;

/** The state of one person's turn in an approval as a number in the database (§C6). */
export const TurnNumber = {
  waiting: 0,
  pending: 1,
  approved: 2,
  rejected: 3,
  cancelled: 4,
} as const satisfies Record<(typeof approvalLineStates)[number], number>;

/** How many people of a step decide as a number in the database (§C13). */
export const ModeNumber = { one: 0, all: 1 } as const satisfies Record<(typeof stepModes)[number], number>;

/** Why an approval line is there as a number in the database (§C13). */
export const OriginNumber = {
  before: 0,
  flow: 1,
  'four-eyes': 2,
  hand: 3,
  'passed-on': 4,
  escalated: 5,
} as const satisfies Record<(typeof approvalOrigins)[number], number>;

/** The state of an export as a number in the database. */
export const ExportNumber = {
  waiting: 0,
  running: 1,
  done: 2,
  failed: 3,
} as const satisfies Record<(typeof exportStates)[number], number>;

/** What is known of a creditor's bank account as a number in the database. */
export const AccountStateNumber = {
  seen: 0,
  imported: 1,
  confirmed: 2,
  blocked: 3,
} as const satisfies Record<(typeof accountStates)[number], number>;

/** What an account is for as a number in the database. */
export const AccountKindNumber = { normal: 0, g: 1 } as const satisfies Record<
  (typeof accountKinds)[number],
  number
>;

/** How grave a warning is as a number in the database. */
export const SeverityNumber = { info: 1, warning: 2, stop: 3 } as const satisfies Record<
  WarningSeverity,
  number
>;

/** Whether a warning is open, was closed by a person, or no longer holds, as a number in the database. */
export const WarningStateNumber = { open: 0, closed: 1, over: 2 } as const;

/** Whether and how an invoice is paid as a number in the database. */
export const PaymentNumber = {
  toPay: 0,
  directDebit: 1,
  paid: 2,
  doNotPay: 3,
} as const satisfies Record<PaymentStatus, number>;

/** How far a payment got as a number in the database. */
export const PaymentStateNumber = {
  draft: 0,
  prepared: 1,
  released: 2,
  cancelled: 3,
} as const satisfies Record<PaymentState, number>;
