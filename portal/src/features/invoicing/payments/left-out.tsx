import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useChoose } from './paid-invoices.tsx';
import { type Payment, usePaymentStep } from './payment.ts';
import styles from './payments.module.css';

const everyStatus = 'Concept,Duplicate,ReadyForProcessing,Processed';

type Left = Payment['leftOut'][number];

/** The approved invoices that are not in the payment: why, and where to mend it. */
export function LeftOut({ payment }: { readonly payment: Payment }) {
  const text = useText();
  return (
    <Card title={text('invoicing.payments.leftOut')} count={payment.leftOut.length} isFlush>
      <p className={styles.hint}>{text('invoicing.payments.leftOutHint')}</p>
      <ul className={styles.rows}>
        {payment.leftOut.map((invoice) => (
          <li key={invoice.id} className={styles.left}>
            <strong className={styles.who}>{invoice.creditorName}</strong>
            <span className={styles.number}>{invoice.invoiceNumber}</span>
            <span className={styles.why}>
              {text(`invoicing.payments.reasonName.${invoice.reason}`, { about: invoice.about })}
            </span>
            <span className={styles.way}>
              <WayOut payment={payment} invoice={invoice} />
            </span>
            <span className={styles.amount}>
              <Money cents={invoice.totalAmount} currency={invoice.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WayOut({ payment, invoice }: { readonly payment: Payment; readonly invoice: Left }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const choose = useChoose(payment);
  const [isDividing, setDividing] = useState(false);
  const { reason, aboutId, id, gAmount } = invoice;
  const mayMake = payment.state === 'draft' && may('fmmodule.payments.create');
  if (reason === 'taken-out') {
    return (
      mayMake && (
        <Button variant="subtle" size="compact-sm" loading={choose.isPending} onClick={() => choose.with(id)}>
          {text('invoicing.payments.takeIn')}
        </Button>
      )
    );
  }
  if (gAmount !== null && mayMake) {
    return (
      <>
        <Button variant="subtle" size="compact-sm" onClick={() => setDividing(true)}>
          {text('invoicing.payments.divide')}
        </Button>
        {isDividing && <DivideForm payment={payment} invoice={invoice} onClose={() => setDividing(false)} />}
      </>
    );
  }
  if (reason === 'in-other-payment' && aboutId !== null)
    return (
      <Link to={pathTo('payments:detail', { paymentId: aboutId })}>
        {text('invoicing.payments.openPayment')}
      </Link>
    );
  if (aboutId !== null && may('fmmodule.bankaccounts.read')) {
    return (
      <Link to={`${pathTo('creditors:detail', { creditorId: aboutId })}/accounts`}>
        {text('invoicing.payments.openAccount')}
      </Link>
    );
  }
  return may('fmmodule.invoices.read') ? (
    <Link to={`${pathTo('invoices:index')}?status=${encodeURIComponent(everyStatus)}&open=${id}`}>
      {text('invoicing.payments.openInvoice')}
    </Link>
  ) : null;
}

interface DivideProps {
  readonly payment: Payment;
  readonly invoice: Left;
  readonly onClose: () => void;
}

function DivideForm({ payment, invoice, onClose }: DivideProps) {
  const text = useText();
  const step = usePaymentStep(payment);
  const form = useResourceForm({
    initial: { gAmount: invoice.gAmount },
    save: ({ gAmount }) =>
      step.mutateAsync({ verb: 'split', body: { invoiceId: invoice.id, gAmount: gAmount ?? 0 } }),
    onSaved: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text('invoicing.payments.divideTitle')}
      onClose={onClose}
      saveLabel={text('invoicing.payments.divideSave')}
    >
      <p>
        {[invoice.creditorName, invoice.invoiceNumber].join(' · ')} · <Money cents={invoice.totalAmount} />
      </p>
      <DecimalField form={form} name="gAmount" label="invoicing.payments.gAmount" />
    </FormModal>
  );
}
