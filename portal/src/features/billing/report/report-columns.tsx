import { invoiceTypeOfUsage, usageKinds, type UsageKind } from '#contract/billing/codes.ts';
import { reports } from '#contract/billing/report.ts';
import { formatNumber } from '#contract/money.ts';
import type { Row } from '#contract/resource.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor, type Column } from '#portal/kit/list/column.tsx';
import { useText } from '#portal/kit/text.ts';
import { Amount } from '../costs/amount.tsx';
import { CodeText } from '../code-text.tsx';

/** A company and one of its variable rates. */
export type ReportRow = Row<typeof reports>;
/** Shows the documents behind an amount of a row; null: of every kind. */
export type OpenDocuments = (row: ReportRow, kind: UsageKind | null) => void;

/** Shows the fees that fixed costs are the sum of. */
export type OpenFixed = (row: ReportRow) => void;

function Name({ row: { name, isInactive } }: { readonly row: ReportRow }) {
  const text = useText();
  if (!isInactive) return name;
  return (
    <>
      {name} <span className="balie-empty">{text('billing.customers.isInactive')}</span>
    </>
  );
}

/** The columns of the report. */
export function reportColumns(
  open: OpenDocuments | undefined,
  openFixed: OpenFixed | undefined,
): readonly Column<ReportRow>[] {
  return columnsFor(
    reports,
    [
      { field: 'name', small: 'title', render: (row) => <Name row={row} /> },
      {
        field: 'subscription',
        width: 104,
        align: 'left',
        small: 'line',
        render: (row) => <Subscription row={row} />,
        renderSmall: (row) => <NotStarted row={row} />,
      },
      {
        field: 'invoiceType',
        align: 'left',
        width: 88,
        small: 'line',
        render: (row) => <InvoiceType row={row} />,
        renderSmall: (row) => (row.invoiceType === 0 ? null : <InvoiceType row={row} />),
      },
      { field: 'fixedCosts', width: 86, render: (row) => <Fixed row={row} open={openFixed} /> },
      {
        field: 'totalUse',
        width: 68,
        small: 'line',
        render: ({ totalUse }) => <Count value={totalUse} />,
        renderSmall: ({ totalUse }) => <Uses value={totalUse} />,
      },
      {
        field: 'variableUseInvoiceScan',
        width: 60,
        render: (row) => <Count value={row.variableUseInvoiceScan} />,
      },
      {
        field: 'variableUseProcessedInvoice',
        width: 76,
        render: (row) => <Count value={row.variableUseProcessedInvoice} />,
      },
      {
        field: 'variableUseAttachementScan',
        width: 84,
        render: (row) => <Count value={row.variableUseAttachementScan} />,
      },
      {
        field: 'count',
        width: 68,
        render: (row) => <Count value={row.count} />,
      },
      {
        field: 'price',
        width: 74,
        render: (row) => <Price row={row} />,
      },
      { field: 'expendableCosts', width: 86, render: (row) => <Expendable row={row} open={open} /> },
      {
        field: 'totalCosts',
        width: 106,
        small: 'end',
        render: ({ totalCosts }) => <Money cents={totalCosts} />,
      },
    ],
    'billing.report',
  );
}

function Subscription({ row: { subscription, billingState } }: { readonly row: ReportRow }) {
  const text = useText();
  // Why there is nothing to pay says more than what was bought (§I10).
  if (billingState !== 'running') return <span className="balie-empty">{text('billing.notStarted')}</span>;
  return <CodeText of="subscription" code={subscription} />;
}

/** In a row of two lines what was bought is left out, but not why there is nothing to pay. */
function NotStarted({ row }: { readonly row: ReportRow }) {
  return row.billingState === 'running' ? null : <Subscription row={row} />;
}

function InvoiceType({ row: { invoiceType } }: { readonly row: ReportRow }) {
  return <CodeText of="invoiceType" code={invoiceType === 0 ? null : invoiceType} />;
}

function Count({ value }: { readonly value: number }) {
  return formatNumber(value, useLanguage());
}

/** One price, times the uses that count, makes the costs; of several none is shown. */
function Price({ row: { price, hasPrices, isFree } }: { readonly row: ReportRow }) {
  const text = useText();
  if (hasPrices) return <span className="balie-empty">{text('billing.report.prices')}</span>;
  return <Amount cents={price} isStruck={isFree} />;
}

function Uses({ value }: { readonly value: number }) {
  return useText()('billing.report.uses', { count: value });
}

function Fixed({ row, open }: { readonly row: ReportRow; readonly open: OpenFixed | undefined }) {
  const text = useText();
  const { fixedCosts, name } = row;
  const isOpen = open !== undefined && fixedCosts !== 0;
  return (
    <Amount
      cents={fixedCosts}
      name={text('billing.fixed.open', { of: name })}
      onOpen={isOpen ? () => open(row) : undefined}
    />
  );
}

function Expendable({ row, open }: { readonly row: ReportRow; readonly open: OpenDocuments | undefined }) {
  const kind = usageKinds.find((one) => invoiceTypeOfUsage[one] === row.invoiceType) ?? null;
  const isOpen = open !== undefined && row.expendableCosts !== 0;
  return (
    <Amount cents={row.expendableCosts} of={row.name} onOpen={isOpen ? () => open(row, kind) : undefined} />
  );
}
