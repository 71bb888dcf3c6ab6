import { useText } from '#portal/kit/text.ts';
import { LoadedDialog } from '#portal/kit/dialog/loaded-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { z } from 'zod';
import type { invoiceMail } from '#contract/billing/invoice-states.ts';
import { type Invoice, useInvoiceMail, useMailInvoice } from './invoice-states.ts';
import styles from './invoice-states.module.css';

interface MailDialogProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Asks whether an invoice is mailed, and to which address; shows what goes out. */
export function MailDialog(props: MailDialogProps) {
  const text = useText();
  const mail = useInvoiceMail(props.invoice);
  const title = text('billing.invoiceStates.mailTitle', { number: props.invoice.invoiceNumber });
  return (
    <LoadedDialog of={mail} title={title} onClose={props.onClose} width={560}>
      {(found) => <MailForm {...props} title={title} mail={found} />}
    </LoadedDialog>
  );
}

interface MailFormProps extends MailDialogProps {
  readonly title: string;
  readonly mail: z.output<typeof invoiceMail>;
}

function MailForm({ invoice, title, mail, onClose }: MailFormProps) {
  const text = useText();
  const send = useMailInvoice(invoice);
  const again = invoice.mailState === 'sent' || invoice.mailState === 'uncertain';
  const form = useResourceForm({
    initial: { to: mail.to },
    save: ({ to }) => send.mutateAsync({ to, again }),
    onSaved: () => {
      notify({ title: text('billing.invoiceStates.queued', { count: 1 }) });
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      title={title}
      saveLabel={text('billing.invoiceStates.send')}
      width={560}
      onClose={onClose}
    >
      {!mail.goesByMail && <MessageBar meaning="warn">{text('billing.invoiceStates.noMail')}</MessageBar>}
      {again && (
        <MessageBar meaning="warn">
          {text(`billing.invoiceStates.again.${invoice.mailState}`, { to: invoice.mailedTo })}
        </MessageBar>
      )}
      <TextField form={form} name="to" label="billing.invoiceStates.to" type="email" maxLength={254} />
      <p className={styles.letter}>
        <strong>{mail.subject}</strong>
        {`\n\n${mail.text}\n${text('billing.invoiceStates.files', { names: mail.files.join(', ') })}`}
      </p>
    </FormModal>
  );
}
