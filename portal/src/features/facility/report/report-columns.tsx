import { invoiceTypeOfUsage, isFreeSubscription, usageKinds, type UsageKind } from '#contract/facility/codes.ts';
import { reports } from '#contract/facility/report.ts';
import { formatNumber } from '#contract/money.ts';
import type { Row } from '#contract/resource.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor, type Column } from '#portal/kit/list/column.tsx';
import { useText } from '#portal/kit/text.ts';
import { Amount } from '../billing/amount.tsx';
import { CodeText } from '../code-text.tsx';

/** A company and one of its variable rates. */
export type ReportRow = Row<typeof reports>;
/** Shows the documents behind an amount of a row; null: of every kind. */
export type OpenDocuments = (row: ReportRow, kind: UsageKind | null) => void;

/** The columns of the report. */
export function reportColumns(open: OpenDocuments | undefined): readonly Column<ReportRow>[] {
  return columnsFor(
    reports,
    [
      { field: 'name', small: 'title', width: '17%', render: (row) => <NameOf row={row} /> },
      { field: 'subscription', align: 'left', render: ({ subscription }) => <CodeText of="subscription" code={subscription} /> },
      { field: 'invoiceType', align: 'left', width: 96, small: 'line', render: ({ invoiceType }) => <CodeText of="invoiceType" code={invoiceType} /> },
      { field: 'fixedCosts', width: 110, render: ({ fixedCosts }) => <Money cents={fixedCosts} /> },
      { field: 'totalUse', width: 88, small: 'line', render: ({ totalUse }) => <Count value={totalUse} />, renderSmall: ({ totalUse }) => <Uses value={totalUse} /> },
      { field: 'variableUseInvoiceScan', width: 80, render: (row) => <Count value={row.variableUseInvoiceScan} /> },
      { field: 'variableUseProcessedInvoice', width: 96, render: (row) => <Count value={row.variableUseProcessedInvoice} /> },
      { field: 'variableUseAttachementScan', width: 88, render: (row) => <Count value={row.variableUseAttachementScan} /> },
      { field: 'price', width: 88, render: ({ price, isFree }) => <Amount cents={price} isStruck={isFree} /> },
      { field: 'expendableCosts', width: 118, render: (row) => <Expendable row={row} open={open} /> },
      { field: 'totalCosts', width: 118, small: 'end', render: ({ totalCosts }) => <Money cents={totalCosts} /> },
    ],
    'billing.report',
  );
}

function NameOf({ row: { name, billingState, subscription } }: { readonly row: ReportRow }) {
  const text = useText();
  return (
    <>
      {name}
      {billingState !== 'running' && !isFreeSubscription(subscription) && (
        <span className="balie-empty"> {text('billing.notStarted')}</span>
      )}
    </>
  );
}

function Count({ value }: { readonly value: number }) {
  return formatNumber(value, useLanguage());
}

function Uses({ value }: { readonly value: number }) {
  return useText()('billing.report.uses', { count: value });
}

function Expendable({ row, open }: { readonly row: ReportRow; readonly open: OpenDocuments | undefined }) {
  const kind = usageKinds.find((one) => invoiceTypeOfUsage[one] === row.invoiceType) ?? null;
  return <Amount cents={row.expendableCosts} of={row.name} onOpen={open && (() => open(row, kind))} />;
}
