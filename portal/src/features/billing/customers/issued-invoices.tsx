import { IconReceiptEuro } from '@tabler/icons-react';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import { collectionUrl } from '#contract/resource.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { FileButtons } from '../billing-runs/file-buttons.tsx';
import { invoiceColumns } from '../own-usage/own-invoices.tsx';
import styles from '../costs/billing.module.css';

/** The final invoices to a customer, as the provider sees them, with their PDF and UBL. */
export function IssuedInvoices({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const { list, page } = useRows(issuedInvoices, { companyId });
  const count = page.data?.metadata.count;
  return (
    <div className={styles.wide}>
      <Card title={text('billing.issuedInvoices.title')} count={count} isFlush>
        <DataTable
          caption={text('billing.issuedInvoices.title')}
          columns={invoiceColumns}
          page={page}
          list={list}
          renderActions={({ id, invoiceNumber, hasPdf, hasUbl }) => (
            <FileButtons
              url={`${collectionUrl(issuedInvoices, { companyId })}/${encodeURIComponent(id)}`}
              number={invoiceNumber}
              hasPdf={hasPdf}
              hasUbl={hasUbl}
              labelOf={(kind) => text(`billing.ownInvoices.${kind}`, { number: invoiceNumber })}
            />
          )}
          actionsWidth={100}
          empty={<EmptyState kind="first" icon={IconReceiptEuro} title={text('billing.ownInvoices.none')} />}
        />
        {count !== undefined && count > list.size && <Pager list={list} count={count} />}
      </Card>
    </div>
  );
}
