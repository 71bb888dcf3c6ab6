import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { TextDialog } from './text-dialog.tsx';

interface RejectDialogProps {
  readonly row: InvoiceRow;
  readonly onClose: () => void;
  readonly onSave: (comments: string) => Promise<void>;
}

/** Asks why an invoice is rejected: without a remark it cannot be (§C4). */
export function RejectDialog({ row, onClose, onSave }: RejectDialogProps) {
  const text = useText();
  return (
    <TextDialog
      title={text('invoicing.reject.title')}
      body={text('invoicing.reject.body', { name: row.creditor.name, number: row.invoiceNumber })}
      label={text('invoicing.reject.reason')}
      missing={text('contract.field.comments.required')}
      field="comments"
      verb={text('invoicing.action.reject')}
      isDanger
      maxLength={2000}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
