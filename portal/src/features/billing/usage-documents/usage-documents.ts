import type { UsageKind } from '#contract/billing/codes.ts';

/** Which documents an amount adds up. */
export interface DocumentsAsked {
  /** Null: the caller's own company. */
  readonly companyId: string | null;
  /** Null: all kinds. */
  readonly kind: UsageKind | null;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  /** Priced by this customer agreement alone, as a line of an invoice is. */
  readonly agreementId?: string;
  /** Whose they are, where a screen shows more than one customer. */
  readonly name?: string;
}
