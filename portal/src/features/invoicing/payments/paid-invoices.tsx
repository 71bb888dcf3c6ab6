import { Checkbox } from '@mantine/core';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import { IbanText } from '../warnings/iban-text.tsx';
import { type Payment, usePaymentStep } from './payment.ts';
import styles from './payments.module.css';

type Paid = Payment['invoices'][number];

/** The invoices of a payment; of a draft each with a box that takes it out. */
export function PaidInvoices({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const { invoices } = payment;
  return (
    <Card title={text('invoicing.payments.inside')} count={invoices.length} isFlush>
      {invoices.length === 0 ? (
        <p className={styles.none}>{text('invoicing.payments.nothing')}</p>
      ) : (
        <ul className={styles.rows}>
          {invoices.map((invoice) => (
            <PaidRow key={invoice.id} payment={payment} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PaidRow({ payment, invoice }: { readonly payment: Payment; readonly invoice: Paid }) {
  const text = useText();
  const { creditorName, invoiceNumber, dueDate, reference, isStructured, transfers, totalAmount } = invoice;
  const [first] = transfers;
  const isOne = transfers.length === 1;
  return (
    <li className={styles.paid}>
      <TakenBox payment={payment} invoice={invoice} />
      <div className={styles.who}>
        <strong>{creditorName}</strong>
        {isOne && first && <IbanText iban={first.iban} />}
      </div>
      <span className={styles.number}>{invoiceNumber}</span>
      <span className={styles.due}>{dueDate !== null && <DateText value={dueDate} />}</span>
      <div className={styles.reference}>
        <span className="balie-empty">
          {text(`invoicing.payments.${isStructured ? 'structured' : 'free'}`)}
        </span>
        <span>{reference}</span>
      </div>
      <strong className={styles.amount}>
        <Money cents={totalAmount} />
      </strong>
      {!isOne &&
        transfers.map(({ iban, kind, amount }) => (
          <div key={iban} className={styles.part}>
            <span>
              {text(`invoicing.payments.account.${kind}`)} <IbanText iban={iban} />
            </span>
            <Money cents={amount} />
          </div>
        ))}
    </li>
  );
}

function TakenBox({ payment, invoice }: { readonly payment: Payment; readonly invoice: Paid }) {
  const text = useText();
  const may = usePermission();
  const choose = useChoose(payment);
  if (payment.state !== 'draft' || !may('fmmodule.payments.create')) return null;
  const name = [invoice.creditorName, invoice.invoiceNumber].join(' ');
  return (
    <Checkbox
      checked
      disabled={choose.isPending}
      aria-label={text('invoicing.payments.takeOut', { name })}
      onChange={() => choose.without(invoice.id)}
    />
  );
}

/** Takes an invoice into a draft, or out of it. */
export function useChoose(payment: Payment) {
  const notifyFailure = useNotifyFailure();
  const step = usePaymentStep(payment);
  const { executionDay, rowVersion } = payment;
  const ids = payment.invoices.map(({ id }) => id);
  const choose = (invoiceIds: readonly string[]) =>
    void step
      .mutateAsync({ verb: 'choose', body: { invoiceIds, executionDay, rowVersion } })
      .catch(notifyFailure);
  return {
    isPending: step.isPending,
    with: (id: string) => choose([...ids, id]),
    without: (id: string) => choose(ids.filter((other) => other !== id)),
  };
}
