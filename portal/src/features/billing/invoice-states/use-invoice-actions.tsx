import { IconCash, IconCashOff, IconMail } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Invoice, usePayment } from './invoice-states.ts';

const MailDialog = lazyPart(async () => (await import('./mail-dialog.tsx')).MailDialog);
const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog);

interface InvoiceActions {
  /** The buttons of a row, as far as the person may use them. */
  readonly render: (invoice: Invoice) => ReactNode;
  /** How many there are at most. */
  readonly count: number;
  readonly dialog: ReactNode;
}

/** Mailing a final invoice, and marking it paid or not. */
export function useInvoiceActions(): InvoiceActions {
  const may = usePermission();
  const [open, setOpen] = useState<{ readonly invoice: Invoice; readonly does: 'mail' | 'pay' }>();
  const mayMail = may('fm.billing.mail.system');
  const mayPay = may('fm.billing.pay.system');
  const Form = open?.does === 'mail' ? MailDialog : PayDialog;
  return {
    render: (invoice) => (
      <>
        {mayMail && invoice.hasPdf && (
          <MailAction invoice={invoice} onClick={() => setOpen({ invoice, does: 'mail' })} />
        )}
        {mayPay && invoice.paymentState !== 'credited' && (
          <PayAction invoice={invoice} onClick={() => setOpen({ invoice, does: 'pay' })} />
        )}
      </>
    ),
    count: Number(mayMail) + Number(mayPay),
    dialog: open && <Form invoice={open.invoice} onClose={() => setOpen(undefined)} />,
  };
}

interface ActionProps {
  readonly invoice: Invoice;
  readonly onClick: () => void;
}

function MailAction({ invoice: { invoiceNumber: number, mailState }, onClick }: ActionProps) {
  const text = useText();
  if (mailState === 'waiting' || mailState === 'sending') return null;
  return (
    <RowAction icon={IconMail} label={text('billing.invoiceStates.mailOne', { number })} onClick={onClick} />
  );
}

function PayAction({ invoice, onClick }: ActionProps) {
  const text = useText();
  const failed = useNotifyFailure();
  const payment = usePayment(invoice);
  const { invoiceNumber: number, paidOn } = invoice;
  if (paidOn === null)
    return (
      <RowAction icon={IconCash} label={text('billing.invoiceStates.payOne', { number })} onClick={onClick} />
    );
  const takeBack = () =>
    void payment
      .mutateAsync(null)
      .then(() =>
        notify({
          title: text('billing.invoiceStates.unpaid', { number }),
          action: { label: text('kit.undo'), run: () => void payment.mutateAsync(paidOn).catch(failed) },
        }),
      )
      .catch(failed);
  return (
    <RowAction
      icon={IconCashOff}
      label={text('billing.invoiceStates.unpayOne', { number })}
      onClick={takeBack}
    />
  );
}
