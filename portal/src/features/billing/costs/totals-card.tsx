import { type ReactNode, useState } from 'react';
import type { CustomerInvoices } from '#contract/billing/costs.ts';
import { usageKinds, type UsageKind } from '#contract/billing/codes.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import { Amount } from './amount.tsx';
import { agreementParts, type CycleTotal } from './fixed-parts.ts';
import { tableOf } from './usage-tables.ts';
import styles from './billing.module.css';

const FixedDialog = lazyPart(async () => (await import('./fixed-dialog.tsx')).FixedDialog);

interface TotalsCardProps {
  readonly invoices: CustomerInvoices;
  readonly onOpen: ((kind: UsageKind | null) => void) | undefined;
}

/** What the fixed agreements of today come to (§I4), and what was used in the months shown. */
export function TotalsCard({ invoices, onOpen }: TotalsCardProps) {
  const text = useText();
  const language = useLanguage();
  const { fixedTotals, usageTotals, from, to } = invoices;
  const [asked, setAsked] = useState<CycleTotal>();
  const fixed = [
    { of: 'perMonth', label: text('billing.totals.perMonth') },
    { of: 'perQuarter', label: text('billing.totals.perQuarter') },
    { of: 'perYear', label: text('billing.totals.perYear') },
    { of: 'yearly', label: text('billing.totals.yearly') },
  ] as const;
  const chosen = fixed.find(({ of }) => of === asked);
  const used = usageKinds.map((kind) => {
    const label = text(`billing.kind.${kind}`);
    return {
      label,
      value: <Amount cents={usageTotals[tableOf[kind]]} of={label} onOpen={onOpen && (() => onOpen(kind))} />,
    };
  });
  const sum = (
    <Amount
      cents={usageTotals.total}
      of={text('billing.totals.used')}
      onOpen={onOpen && (() => onOpen(null))}
    />
  );
  return (
    <>
      <Card title={text('billing.totals.fixed')}>
        <Right
          facts={fixed.map(({ of, label }) => ({
            label,
            value: (
              <Amount
                cents={fixedTotals[of]}
                name={text('billing.fixed.open', { of: label })}
                onOpen={fixedTotals[of] === 0 ? undefined : () => setAsked(of)}
              />
            ),
          }))}
        />
      </Card>
      <Card
        title={text('billing.totals.used')}
        actions={
          <span className={styles.range}>
            {periodName(from, language)} – {periodName(to, language)}
          </span>
        }
      >
        <Right facts={[...used, { label: text('billing.total'), value: sum }]} />
      </Card>
      {chosen && (
        <FixedDialog
          title={`${text('billing.totals.fixed')}: ${chosen.label}`}
          parts={agreementParts(invoices, chosen.of, language)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function Right({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  return (
    <div className={styles.right}>
      <Facts layout="list" facts={facts} />
    </div>
  );
}
