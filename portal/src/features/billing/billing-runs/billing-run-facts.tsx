import { formatNumber } from '#contract/money.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { Run } from './billing-run.ts';

/** The totals of a run, and who made it. */
export function RunFacts({ run }: { readonly run: Run }) {
  const text = useText();
  const language = useLanguage();
  const made = momentBy(run.createdAt, run.createdBy);
  return (
    <Facts
      facts={[
        {
          label: text('billing.billingRuns.days'),
          value: (
            <>
              <DateText value={run.from} /> – <DateText value={run.to} />
            </>
          ),
        },
        ...(run.isSupplementary || run.companyIds.length > 0
          ? [
              {
                label: text('billing.billingRuns.kind'),
                value: [
                  ...(run.isSupplementary ? [text('billing.billingRuns.supplementary')] : []),
                  ...(run.companyIds.length > 0
                    ? [text('billing.billingRuns.chosen', { count: run.companyIds.length })]
                    : []),
                ].join(', '),
              },
            ]
          : []),
        { label: text('billing.billingRuns.invoiceCount'), value: formatNumber(run.invoiceCount, language) },
        { label: text('billing.billingRuns.exclVat'), value: <Money cents={run.totalAmount} /> },
        { label: text('billing.billingRuns.vat'), value: <Money cents={run.vatAmount} /> },
        { label: text('billing.billingRuns.inclVat'), value: <Money cents={run.totalInclVatAmount} /> },
        { label: text('billing.billingRuns.createdAt'), value: made },
        ...finalFacts(),
      ]}
    />
  );

  function finalFacts() {
    if (run.finalisedAt === null) return [];
    return [
      {
        label: text('billing.billingRuns.finalisedAt'),
        value: momentBy(run.finalisedAt, run.finalisedBy),
      },
      {
        label: text('billing.billingRuns.hash'),
        value: <code title={run.hash}>{run.hash.slice(0, 12)}…</code>,
      },
    ];
  }
}
