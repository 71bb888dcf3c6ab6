import { formatInstant } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { Run } from './run.ts';

/** What a run comes to, and who made it. */
export function RunFacts({ run }: { readonly run: Run }) {
  const text = useText();
  const language = useLanguage();
  const made = [formatInstant(run.createdAt), run.createdBy].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        {
          label: text('billing.run.days'),
          value: (
            <>
              <DateText value={run.from} /> – <DateText value={run.to} />
            </>
          ),
        },
        { label: text('billing.run.invoiceCount'), value: formatNumber(run.invoiceCount, language) },
        { label: text('billing.run.exclVat'), value: <Money cents={run.totalAmount} /> },
        { label: text('billing.run.vat'), value: <Money cents={run.vatAmount} /> },
        { label: text('billing.run.inclVat'), value: <Money cents={run.totalInclVatAmount} /> },
        { label: text('billing.run.createdAt'), value: made },
        ...finalFacts(),
      ]}
    />
  );

  function finalFacts() {
    if (run.finalisedAt === null) return [];
    return [
      {
        label: text('billing.run.finalisedAt'),
        value: [formatInstant(run.finalisedAt), run.finalisedBy].filter(Boolean).join(', '),
      },
      { label: text('billing.run.hash'), value: <code title={run.hash}>{run.hash.slice(0, 12)}…</code> },
    ];
  }
}
