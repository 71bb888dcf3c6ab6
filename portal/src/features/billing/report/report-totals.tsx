import type { z } from 'zod';
import type { reportTotals } from '#contract/billing/report.ts';
import { Money } from '#portal/kit/format/money.tsx';
import type { Totals } from '#portal/kit/list/totals-row.tsx';

/** The sums of all rows of the report, under its columns. */
export function reportTotalsRow(
  totals: z.output<typeof reportTotals>,
  label: string,
  count: (value: number) => string,
): Totals {
  return {
    label,
    values: {
      fixedCosts: <Money cents={totals.fixedCosts} />,
      totalUse: count(totals.totalUse),
      variableUseInvoiceScan: count(totals.variableUseInvoiceScan),
      variableUseProcessedInvoice: count(totals.variableUseProcessedInvoice),
      variableUseAttachementScan: count(totals.variableUseAttachementScan),
      count: count(totals.count),
      expendableCosts: <Money cents={totals.expendableCosts} />,
      totalCosts: <Money cents={totals.totalCosts} />,
    },
  };
}
