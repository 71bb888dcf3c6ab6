/** What a price agreement is for: 1 license, 2 maintenance (product 2.9). */
export const agreementTypes = [1, 2] as const;
/** One of the agreement types. */
export type AgreementType = (typeof agreementTypes)[number];

/** What a variable price is counted by: 0 nothing (fixed), 1 attachment, 2 document, 3 invoice (§I1). */
export const invoiceTypes = [0, 1, 2, 3] as const;
/** One of the invoicing types. */
export type InvoiceType = (typeof invoiceTypes)[number];

/** How many months a cycle has: a month, a quarter, a year. */
export const billingCycles = [1, 3, 12] as const;
/** One of the cycles. */
export type BillingCycle = (typeof billingCycles)[number];

/** 1 Basis FM (old), 2 Basis FM (new), 3 trial, 4 preview. */
export const subscriptionTypes = [1, 2, 3, 4] as const;
/** One of the subscriptions. */
export type SubscriptionType = (typeof subscriptionTypes)[number];

/** Trial and preview: amounts are shown struck through, totals are 0 (§I7). */
export function isFreeSubscription(type: SubscriptionType | null): boolean {
  return type === 3 || type === 4;
}

/** What is counted (§I6). The order of the usage tables on screen. */
export const usageKinds = ['scan', 'processed', 'attachment'] as const;
/** One of the kinds of use. */
export type UsageKind = (typeof usageKinds)[number];

/** The invoicing type that prices each kind of use (§I5). */
export const invoiceTypeOfUsage = { attachment: 1, scan: 2, processed: 3 } as const satisfies Record<
  UsageKind,
  InvoiceType
>;

/** Why a use costs nothing; empty when it counts. `trial`: the customer had a trial or preview then (§I6). */
export const usageMarks = ['', 'duplicate', 'unprocessable', 'trial'] as const;
/** One of the marks of a use. */
export type UsageMark = (typeof usageMarks)[number];

/** Whether anything is billed at all: not without a start date, and not before it (§I10). */
export const billingStates = ['running', 'no-start', 'not-started'] as const;
/** One of the states of billing. */
export type BillingState = (typeof billingStates)[number];

/** The maximum price of a unit in cents, and number of units: their product times any use stays a safe integer. */
export const priceLimits = { maxCents: 100_000_000, maxQuantity: 9_999 } as const;
