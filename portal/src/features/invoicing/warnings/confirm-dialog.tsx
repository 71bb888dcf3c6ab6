import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import type { BankAccount } from './accounts.api.ts';
import { ConfirmAccount } from './confirm-account.tsx';
import { IbanText } from './iban-text.tsx';

interface ConfirmDialogProps {
  readonly account: BankAccount;
  readonly creditor: string;
  readonly onClose: () => void;
}

/** Asks how the account on an invoice was checked. */
export function ConfirmDialog({ account, creditor, onClose }: ConfirmDialogProps) {
  const text = useText();
  return (
    <Dialog title={text('invoicing.account.confirmTitle', { creditor })} onClose={onClose}>
      <div style={{ display: 'grid', gap: 14 }}>
        <IbanText iban={account.iban} />
        <ConfirmAccount account={account} onDone={onClose} />
      </div>
    </Dialog>
  );
}
