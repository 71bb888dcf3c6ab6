import { IconReceiptEuro } from '@tabler/icons-react';
import { type issuedInvoices, ownInvoices } from '#contract/billing/own-usage.ts';
import { collectionUrl, type Row } from '#contract/resource.ts';
import type { ReactNode } from 'react';
import { Card } from '#portal/kit/detail/card.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor, type Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import { FileButtons } from '../billing-runs/file-buttons.tsx';
import styles from '../costs/billing.module.css';

/** The columns of invoices to one customer. */
const invoiceColumns = columnsFor(
  ownInvoices,
  [
    { field: 'invoiceNumber', small: 'title' },
    {
      field: 'period',
      width: 108,
      sortable: false,
      small: 'line',
      render: ({ period }) => <PeriodText period={period} />,
    },
    { field: 'invoiceDate', width: 124, small: 'line' },
    { field: 'dueDate', width: 106, sortable: false, render: ({ dueDate }) => <DateText value={dueDate} /> },
    { field: 'totalAmount', width: 112, render: ({ totalAmount }) => <Money cents={totalAmount} /> },
    {
      field: 'totalInclVatAmount',
      width: 108,
      align: 'right',
      sortable: false,
      small: 'end',
      render: ({ totalInclVatAmount }) => <Money cents={totalInclVatAmount} />,
    },
  ],
  'billing.ownInvoices',
);

/** The final invoices to the person's own company. */
export function OwnInvoices() {
  const text = useText();
  return (
    <InvoicesCard
      {...useRows(ownInvoices, {})}
      url={collectionUrl(ownInvoices, {})}
      title={text('billing.ownInvoices.title')}
      hint={text('billing.ownInvoices.noneHint')}
    />
  );
}

type Rows = ReturnType<typeof useRows<typeof ownInvoices | typeof issuedInvoices>>;
type Invoice = Row<typeof ownInvoices>;

interface InvoicesCardProps extends Pick<Rows, 'list' | 'page'> {
  /** Where the invoices are; PDF and UBL are below each. */
  readonly url: string;
  readonly title: string;
  /** Said where there is none yet. */
  readonly hint?: string;
  /** Columns behind the usual ones. */
  readonly more?: readonly Column<Invoice>[];
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** Buttons behind those of the files, and how many there are at most. */
  readonly actions?: { readonly render: (invoice: Invoice) => ReactNode; readonly count: number };
}

/** Final invoices to one customer, with their PDF and UBL. */
export function InvoicesCard({ list, page, url, title, hint, more = [], tools, actions }: InvoicesCardProps) {
  const text = useText();
  const count = page.data?.metadata.count;
  return (
    <div className={styles.wide}>
      <Card title={title} count={count} actions={tools} isFlush>
        <DataTable
          caption={title}
          columns={more.length === 0 ? invoiceColumns : [...invoiceColumns, ...more]}
          page={page}
          list={list}
          renderActions={(invoice) => {
            const { id, invoiceNumber: number, hasPdf, hasUbl } = invoice;
            return (
              <>
                <FileButtons
                  url={`${url}/${encodeURIComponent(id)}`}
                  number={number}
                  hasPdf={hasPdf}
                  hasUbl={hasUbl}
                  labelOf={(kind) => text(`billing.ownInvoices.${kind}`, { number })}
                />
                {actions?.render(invoice)}
              </>
            );
          }}
          actionsWidth={78 + 32 * (actions?.count ?? 0)}
          empty={
            list.isNarrowed ? (
              <EmptyState kind="filter" onClear={list.clear} />
            ) : (
              <EmptyState
                kind="first"
                icon={IconReceiptEuro}
                title={text('billing.ownInvoices.none')}
                {...(hint === undefined ? {} : { hint })}
              />
            )
          }
        />
        {count !== undefined && count > list.size && <Pager list={list} count={count} />}
      </Card>
    </div>
  );
}

function PeriodText({ period }: { readonly period: string }) {
  return periodName(period, useLanguage());
}
