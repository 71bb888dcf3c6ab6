import { z } from 'zod';

/** What the standards say of an e-invoice, from best to worst. */
export const verdictResults = ['valid', 'warnings', 'invalid'] as const;
/** One of the results. */
export type VerdictResult = (typeof verdictResults)[number];

/** What one rule found. */
export const verdictFinding = z.object({
  /** The public id of the rule, as `BR-CO-15`. */
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  /** A plain sentence in the language of the request. */
  text: z.string(),
  /** Who can mend it; the buyer tells the supplier what they need. */
  mender: z.enum(['supplier', 'buyer']),
  /** Where in the document: paths of elements, at most five. */
  places: z.array(z.string()),
});
/** What one rule found. */
export type VerdictFinding = z.output<typeof verdictFinding>;

/**
 * `GET fmmodule/invoices/{id}/e-invoice`: what the standards say of the UBL or CII that came in; null where none did
 * (§C20).
 */
export const eInvoiceVerdict = z.object({
  result: z.enum(verdictResults),
  /** The sets of rules that it was held against, with their versions. */
  standards: z.array(z.object({ name: z.string(), version: z.string() })),
  /** How many rules hold. */
  keptCount: z.int(),
  findings: z.array(verdictFinding),
  /** A letter to the supplier, which nobody sent; null where there is nothing to mend. */
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
});
/** What the standards say of an e-invoice. */
export type EInvoiceVerdict = z.output<typeof eInvoiceVerdict>;
