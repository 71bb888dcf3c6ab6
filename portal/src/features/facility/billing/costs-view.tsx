import { IconClockPause, IconFlask } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { CustomerInvoices } from '#contract/facility/billing.ts';
import { usageKinds, type UsageKind } from '#contract/facility/codes.ts';
import { daysOfPeriod } from '#contract/facility/periods.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { CostsTable } from './costs-table.tsx';
import type { DocumentsAsked } from './documents.ts';
import { TotalsCard } from './totals-card.tsx';
import { UsageCard } from './usage-card.tsx';
import styles from './billing.module.css';

const DocumentsDialog = lazy(async () => ({ default: (await import('./documents-dialog.tsx')).DocumentsDialog }));

interface CostsViewProps {
  readonly invoices: CustomerInvoices;
  /** Whose documents open behind an amount: null the caller's own company, undefined nobody's. */
  readonly documentsOf: string | null | undefined;
}

/** What a customer pays and why: fixed costs, variable agreements and what was used, with the documents behind it. */
export function CostsView({ invoices, documentsOf }: CostsViewProps) {
  const text = useText();
  const [asked, setAsked] = useState<DocumentsAsked>();
  const { billingState, isFree, subscriptionType } = invoices;
  const open =
    documentsOf === undefined
      ? undefined
      : (kind: UsageKind | null, from: string, to: string) => setAsked({ companyId: documentsOf, kind, from, to });
  const months = { from: daysOfPeriod(invoices.from).from, to: daysOfPeriod(invoices.to).to };

  return (
    <>
      {billingState !== 'running' && (
        <div className={styles.wide}>
          <MessageBar meaning="warn" icon={IconClockPause} title={text('billing.notStarted')}>
            {text(`billing.state.${billingState}`)}
          </MessageBar>
        </div>
      )}
      {isFree && subscriptionType !== null && (
        <div className={styles.wide}>
          <MessageBar meaning="info" icon={IconFlask} title={text(`billing.subscription.${subscriptionType}`)}>
            {text('billing.freeHint')}
          </MessageBar>
        </div>
      )}
      <TotalsCard invoices={invoices} onOpen={open && ((kind) => open(kind, months.from, months.to))} />
      <CostsTable kind="fixed" costs={invoices.fixedCosts} totals={invoices.fixedTotals} isFree={isFree} />
      <CostsTable kind="variable" costs={invoices.variableCosts} isFree={isFree} />
      {usageKinds.map((kind) => (
        <UsageCard key={kind} kind={kind} invoices={invoices} onOpen={open && ((from, to) => open(kind, from, to))} />
      ))}
      {asked && (
        <Suspense>
          <DocumentsDialog asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
