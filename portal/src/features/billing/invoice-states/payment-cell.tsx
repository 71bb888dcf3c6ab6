import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Invoice, paymentLooks, shownPayment } from './invoice-states.ts';
import styles from './invoice-states.module.css';

/** Whether an invoice is paid, and below it whether it was mailed, to whom and when. */
export function PaymentCell({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const { invoiceNumber, mailState, mailedTo, mailedAt, paidOn } = invoice;
  if (invoiceNumber === '') return null;
  const shown = shownPayment(invoice);
  return (
    <span className={styles.states}>
      <StatusChip {...paymentLooks[shown]} word={text(`billing.invoiceStates.payment.${shown}`)} />
      {paidOn !== null && <DateText value={paidOn} />}
      {mailState !== 'none' && (
        <span
          className={styles.mail}
          data-bad={mailState === 'failed' || mailState === 'uncertain' || undefined}
          title={mailedTo}
        >
          {text(`billing.invoiceStates.mail.${mailState}`)}
          {mailState === 'sent' && mailedAt !== null && (
            <>
              {' '}
              <DateText value={mailedAt} />
            </>
          )}
        </span>
      )}
    </span>
  );
}
