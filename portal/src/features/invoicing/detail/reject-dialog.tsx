import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import type { Decision } from './use-decision.ts';

const TextDialog = lazyPart(async () => (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog);

interface RejectDialogProps {
  readonly row: InvoiceRow;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks why an invoice is rejected, and rejects it. */
export function RejectDialog({ row, decision, onClose }: RejectDialogProps) {
  const text = useText();
  return (
    <TextDialog
      title={text('invoicing.reject.title')}
      body={text('invoicing.reject.body', { name: row.creditor.name, number: row.invoiceNumber })}
      label={text('invoicing.reject.reason')}
      field="comments"
      verb={text('invoicing.action.reject')}
      isDanger
      maxLength={2000}
      onSave={decision.reject}
      onClose={onClose}
    />
  );
}
