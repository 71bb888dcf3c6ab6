import { formatInstant } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { Run } from './billing-run.ts';

/** What a run comes to, and who made it. */
export function RunFacts({ run }: { readonly run: Run }) {
  const text = useText();
  const language = useLanguage();
  const made = [formatInstant(run.createdAt), run.createdBy].filter(Boolean).join(', ');
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
        value: [formatInstant(run.finalisedAt), run.finalisedBy].filter(Boolean).join(', '),
      },
      {
        label: text('billing.billingRuns.hash'),
        value: <code title={run.hash}>{run.hash.slice(0, 12)}…</code>,
      },
    ];
  }
}
