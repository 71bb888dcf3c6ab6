import { useState } from 'react';
import type { CustomerInvoices } from '#contract/billing/costs.ts';
import { usageKinds, type UsageKind } from '#contract/billing/codes.ts';
import { daysOfPeriod } from '#contract/billing/periods.ts';
import { CostsTable } from './costs-table.tsx';
import type { DocumentsAsked } from '../usage-documents/usage-documents.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { TotalsCard } from './totals-card.tsx';
import { UsageCard } from './usage-card.tsx';

const DocumentsDialog = lazyPart(
  async () => (await import('../usage-documents/usage-documents-dialog.tsx')).DocumentsDialog,
);

interface CostsViewProps {
  readonly invoices: CustomerInvoices;
  /** Whose documents open behind an amount: null the caller's own company, undefined nobody's. */
  readonly documentsOf: string | null | undefined;
}

/** What a customer pays and why: fixed costs, variable agreements and what was used, with the documents behind it. */
export function CostsView({ invoices, documentsOf }: CostsViewProps) {
  const [asked, setAsked] = useState<DocumentsAsked>();
  const { isFree } = invoices;
  const open =
    documentsOf === undefined
      ? undefined
      : (kind: UsageKind | null, from: string, to: string) =>
          setAsked({ companyId: documentsOf, kind, from, to });
  const months = { from: daysOfPeriod(invoices.from).from, to: daysOfPeriod(invoices.to).to };

  return (
    <>
      <TotalsCard invoices={invoices} onOpen={open && ((kind) => open(kind, months.from, months.to))} />
      <CostsTable kind="fixed" costs={invoices.fixedCosts} isFree={isFree} />
      <CostsTable kind="variable" costs={invoices.variableCosts} isFree={isFree} />
      {usageKinds.map((kind) => (
        <UsageCard
          key={kind}
          kind={kind}
          invoices={invoices}
          onOpen={open && ((from, to) => open(kind, from, to))}
        />
      ))}
      {asked && <DocumentsDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
