import { issuedInvoices } from '#contract/billing/own-usage.ts';
import { collectionUrl } from '#contract/resource.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { FilterChoice } from '#portal/kit/list/filter-choice.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '#portal/features/core/index.ts';
import { paymentChoices, paymentFilters } from '../invoice-states/invoice-states.ts';
import { PaymentCell } from '../invoice-states/payment-cell.tsx';
import { useInvoiceActions } from '../invoice-states/use-invoice-actions.tsx';
import { InvoicesCard } from '../own-usage/own-invoices.tsx';

const columns = columnsFor(
  issuedInvoices,
  [
    {
      field: 'paymentState',
      width: 126,
      small: 'line',
      render: (invoice) => <PaymentCell invoice={invoice} />,
    },
  ],
  'billing.invoiceStates',
);

/** The final invoices to a customer, as the provider sees them: mailed, paid or open. */
export function IssuedInvoices({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const rows = useRows(issuedInvoices, { companyId }, paymentFilters);
  const actions = useInvoiceActions();
  return (
    <>
      <InvoicesCard
        {...rows}
        url={collectionUrl(issuedInvoices, { companyId })}
        title={text('billing.issuedInvoices.title')}
        more={columns}
        tools={
          <FilterChoice
            list={rows.list}
            filter={choiceFilter(
              'paymentState',
              'billing.invoiceStates.paymentState',
              paymentChoices(text),
              text,
            )}
          />
        }
        actions={actions}
      />
      {actions.dialog}
    </>
  );
}
