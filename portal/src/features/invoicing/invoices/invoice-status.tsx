import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from './invoice.ts';
import { statusLooks, statusName } from './status-looks.ts';

/** The state of an invoice as a chip. */
export function InvoiceStatus({
  invoice,
}: {
  readonly invoice: Pick<InvoiceRow, 'statusValue' | 'approvalState'>;
}) {
  const text = useText();
  const name = statusName(invoice);
  return <StatusChip {...statusLooks[name]} word={text(`invoicing.status.${name}`)} />;
}
