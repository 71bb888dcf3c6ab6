import { TextDialog } from '#portal/kit/dialog/text-dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import type { GridRow } from './grid.rules.ts';

interface ByHandDialogProps {
  readonly rows: readonly GridRow[];
  readonly onSave: (rows: readonly GridRow[], reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why VAT and creditor lines are to be others than those that are computed. */
export function ByHandDialog({ rows, onSave, onClose }: ByHandDialogProps) {
  const text = useText();
  return (
    <TextDialog
      title={text('invoicing.booking.reason.title')}
      body={text('invoicing.booking.reason.body')}
      label={text('invoicing.booking.reason.label')}
      field="computed_reason"
      verb={text('invoicing.booking.reason.verb')}
      maxLength={1000}
      onSave={async (reason) => onSave(rows, reason)}
      onClose={onClose}
    />
  );
}
