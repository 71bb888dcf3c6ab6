import { issuedInvoices } from '#contract/billing/own-usage.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { InvoicesCard } from '../own-usage/own-invoices.tsx';

/** The final invoices to a customer, as the provider sees them. */
export function IssuedInvoices({ companyId }: { readonly companyId: string }) {
  return (
    <InvoicesCard
      {...useRows(issuedInvoices, { companyId })}
      url={collectionUrl(issuedInvoices, { companyId })}
      title={useText()('billing.issuedInvoices.title')}
    />
  );
}
