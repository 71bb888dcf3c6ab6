import { IconFileTypePdf, IconFileTypeXml, IconReceiptEuro } from '@tabler/icons-react';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import { collectionUrl, type Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import { useDownloadFile } from '../billing-runs/use-download-file.ts';
import styles from '../costs/billing.module.css';

const { useList } = resourceHooks(ownInvoices);
type Invoice = Row<typeof ownInvoices>;

const columns = columnsFor(
  ownInvoices,
  [
    { field: 'invoiceNumber', small: 'title' },
    {
      field: 'period',
      width: '24%',
      sortable: false,
      small: 'line',
      render: ({ period }) => <PeriodText period={period} />,
    },
    { field: 'invoiceDate', width: 130, small: 'line' },
    { field: 'dueDate', width: 130, sortable: false, render: ({ dueDate }) => <DateText value={dueDate} /> },
    { field: 'totalAmount', width: 140, render: ({ totalAmount }) => <Money cents={totalAmount} /> },
    {
      field: 'totalInclVatAmount',
      width: 150,
      align: 'right',
      sortable: false,
      small: 'end',
      render: ({ totalInclVatAmount }) => <Money cents={totalInclVatAmount} />,
    },
  ],
  'billing.ownInvoices',
);

/** The final invoices to the person's own company, with their papers. */
export function OwnInvoices() {
  const text = useText();
  const list = useListState(ownInvoices);
  const page = useList(list.query, {});
  const { save } = useDownloadFile();
  const count = page.data?.metadata.count;
  const paper = ({ id, invoiceNumber }: Invoice, kind: 'pdf' | 'ubl') => (
    <RowAction
      icon={kind === 'pdf' ? IconFileTypePdf : IconFileTypeXml}
      label={text(`billing.ownInvoices.${kind}`, { number: invoiceNumber })}
      onClick={() =>
        void save(
          `${collectionUrl(ownInvoices, {})}/${encodeURIComponent(id)}/${kind}`,
          `${invoiceNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`,
        )
      }
    />
  );
  return (
    <div className={styles.wide}>
      <Card title={text('billing.ownInvoices.title')} count={count} isFlush>
        <DataTable
          caption={text('billing.ownInvoices.title')}
          columns={columns}
          page={page}
          list={list}
          renderActions={(row) => (
            <>
              {row.hasPdf && paper(row, 'pdf')}
              {row.hasUbl && paper(row, 'ubl')}
            </>
          )}
          actionsWidth={100}
          empty={
            <EmptyState
              kind="first"
              icon={IconReceiptEuro}
              title={text('billing.ownInvoices.none')}
              hint={text('billing.ownInvoices.noneHint')}
            />
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
