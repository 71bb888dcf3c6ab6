import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';

/** The creditor, with the way to it for who may see it. */
export function CreditorFact({
  row,
  invoice,
}: {
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
}) {
  const may = usePermission();
  const creditorId = invoice?.creditorId;
  if (!creditorId || !may('fmmodule.creditors.read')) return row.creditor.name;
  return (
    <ScreenLink to="creditors:detail" params={{ creditorId }}>
      {row.creditor.name}
    </ScreenLink>
  );
}
