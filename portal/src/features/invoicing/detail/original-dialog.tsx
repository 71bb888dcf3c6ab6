import { useText } from '#portal/kit/text.ts';
import { TextDialog } from './text-dialog.tsx';

interface OriginalDialogProps {
  readonly onClose: () => void;
  readonly onSave: (reason: string) => Promise<void>;
}

/** Asks why a duplicate is none after all (§C1). */
export function OriginalDialog({ onClose, onSave }: OriginalDialogProps) {
  const text = useText();
  return (
    <TextDialog
      title={text('invoicing.original.title')}
      body={text('invoicing.original.body')}
      label={text('invoicing.original.reason')}
      missing={text('contract.field.reason.required')}
      field="reason"
      verb={text('invoicing.original.verb')}
      maxLength={1000}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
