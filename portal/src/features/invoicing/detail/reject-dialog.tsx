import { Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { type MailProposal, useSupplierMails } from './supplier-mails.api.ts';
import type { Decision } from './use-decision.ts';
import styles from './reject-dialog.module.css';

const TextDialog = lazyPart(async () => (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog);

interface RejectDialogProps {
  readonly row: InvoiceRow;
  readonly decision: Decision;
  readonly onClose: () => void;
}

interface MailWish {
  readonly isWanted: boolean;
  readonly to: string;
  readonly language: 'nl' | 'en';
}

/** Asks why an invoice is rejected, and whether its supplier is mailed; then rejects it. */
export function RejectDialog({ row, decision, onClose }: RejectDialogProps) {
  const text = useText();
  const proposal = useSupplierMails(row.id).data?.proposal;
  const [changed, change] = useState<Partial<MailWish>>({});
  const [isWrong, setWrong] = useState(false);
  const wish: MailWish = {
    isWanted: false,
    to: proposal?.to ?? '',
    language: proposal?.language ?? 'nl',
    ...changed,
  };
  function isReady() {
    const isRight = !wish.isWanted || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(wish.to.trim());
    setWrong(!isRight);
    return isRight;
  }
  return (
    <TextDialog
      title={text('invoicing.reject.title')}
      body={text('invoicing.reject.body', { name: row.creditor.name, number: row.invoiceNumber })}
      label={text('invoicing.reject.reason')}
      field="comments"
      verb={text('invoicing.action.reject')}
      isDanger
      maxLength={2000}
      isReady={isReady}
      onSave={(reason) =>
        decision.reject(reason, wish.isWanted ? { to: wish.to.trim(), language: wish.language } : undefined)
      }
      onClose={onClose}
    >
      {(reason) =>
        proposal && (
          <MailFields
            proposal={proposal}
            wish={wish}
            reason={reason}
            isWrong={isWrong}
            onChange={(part) => {
              setWrong(false);
              change((now) => ({ ...now, ...part }));
            }}
          />
        )
      }
    </TextDialog>
  );
}

interface MailFieldsProps {
  readonly proposal: MailProposal;
  readonly wish: MailWish;
  /** As far as it is typed. */
  readonly reason: string;
  readonly isWrong: boolean;
  readonly onChange: (part: Partial<MailWish>) => void;
}

function MailFields({ proposal, wish, reason, isWrong, onChange }: MailFieldsProps) {
  const text = useText();
  const letter = proposal.letters[wish.language];
  return (
    <div className={styles.mail}>
      <Checkbox
        label={text('invoicing.supplierMail.wish')}
        checked={wish.isWanted}
        onChange={({ currentTarget }) => onChange({ isWanted: currentTarget.checked })}
      />
      {wish.isWanted && (
        <>
          <div className={styles.fields}>
            <TextInput
              type="email"
              label={text('invoicing.supplierMail.to')}
              value={wish.to}
              maxLength={254}
              error={isWrong && <FieldError sentences={[text('invoicing.supplierMail.wrong')]} />}
              onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
            />
            <Select
              label={text('invoicing.supplierMail.language')}
              value={wish.language}
              allowDeselect={false}
              data={(['nl', 'en'] as const).map((value) => ({
                value,
                label: text(`invoicing.supplierMail.in.${value}`),
              }))}
              onChange={(value) => onChange({ language: value === 'en' ? 'en' : 'nl' })}
            />
          </div>
          <details>
            <summary>{text('invoicing.supplierMail.letter')}</summary>
            <strong>{letter.subject}</strong>
            <p>{letter.text.replace('{{reason}}', () => reason || '…')}</p>
          </details>
          <p className="balie-empty">{text('invoicing.supplierMail.when')}</p>
        </>
      )}
    </div>
  );
}
