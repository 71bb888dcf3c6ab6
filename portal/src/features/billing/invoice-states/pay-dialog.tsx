import { useEffect, useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { type Invoice, usePayment } from './invoice-states.ts';

interface PayDialogProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Asks on which day an invoice was paid; what is marked can be taken back at once. */
export function PayDialog({ invoice, onClose }: PayDialogProps) {
  const text = useText();
  const failed = useNotifyFailure();
  const [today] = useState(() => dayOfInstant(new Date()));
  const payment = usePayment(invoice);
  const { invoiceNumber: number } = invoice;
  const initial: { readonly paidOn: string | null } = { paidOn: today };
  const form = useResourceForm({
    initial,
    save: ({ paidOn }) => payment.mutateAsync(paidOn ?? today),
    onSaved: () => {
      notify({
        meaning: 'ok',
        title: text('billing.invoiceStates.paid', { number }),
        action: { label: text('kit.undo'), run: () => void payment.mutateAsync(null).catch(failed) },
      });
      onClose();
    },
  });
  const { report } = form;
  const { paidOn } = form.values;
  // Without a day nothing is marked.
  useEffect(() => report('paidOn', paidOn === null ? 'required' : undefined), [paidOn, report]);
  return (
    <FormModal
      form={form}
      title={text('billing.invoiceStates.payTitle', { number })}
      saveLabel={text('billing.invoiceStates.pay')}
      onClose={onClose}
    >
      <DateField form={form} name="paidOn" label="billing.invoiceStates.paidOn" until={today} />
    </FormModal>
  );
}
