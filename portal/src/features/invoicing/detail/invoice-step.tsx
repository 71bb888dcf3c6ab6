import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import { CreditorFact } from './creditor-fact.tsx';
import { KeptUntil } from './kept-until.tsx';
import { PaymentChoice } from './payment-status.tsx';
import { Administration } from './standing.tsx';
import styles from './invoice-detail.module.css';

interface StepProps {
  readonly id: string;
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
}

/** Step 1: what the invoice says, with emphasis on its total. */
export function InvoiceStep({ id, row, invoice }: StepProps) {
  const text = useText();
  const due = invoice?.dueDate;
  const label = (name: string) => text(`invoicing.fact.${name}`);
  const facts = [
    { label: label('document'), value: row.documentId },
    { label: label('number'), value: row.invoiceNumber },
    {
      label: label('date'),
      value: (
        <>
          <DateText value={row.invoiceDate} />
          {due && (
            <span className="balie-empty">
              {' '}
              {label('due')} <DateText value={due} />
            </span>
          )}
        </>
      ),
    },
    { label: label('creditor'), value: <CreditorFact row={row} invoice={invoice} /> },
    { label: label('description'), value: row.description },
    ...(invoice ? [{ label: label('administration'), value: <Administration invoice={invoice} /> }] : []),
    ...(invoice?.iban ? [{ label: label('iban'), value: groupIban(invoice.iban) }] : []),
    ...(invoice?.paymentReference ? [{ label: label('reference'), value: invoice.paymentReference }] : []),
  ];
  return (
    <div id={id} className={styles.invoice}>
      <Facts facts={facts} layout="list" />
      <Total row={row} invoice={invoice} />
    </div>
  );
}

/** The total, with what it is made of. */
export function Total({ row, invoice }: Omit<StepProps, 'id'>) {
  const text = useText();
  return (
    <div className={styles.total}>
      <span className={styles.totalLabel}>{text('invoicing.fact.total')}</span>
      <strong className={styles.totalAmount}>
        <Money cents={row.totalAmount} currency={row.currency} />
      </strong>
      {invoice?.vatAmount != null && invoice.exclAmount !== null && (
        <span className={styles.totalParts}>
          <Money cents={invoice.exclAmount} currency={row.currency} /> {text('invoicing.fact.excl')} +{' '}
          <Money cents={invoice.vatAmount} currency={row.currency} /> {text('invoicing.fact.vat')}
        </span>
      )}
      <InvoiceStatus invoice={invoice ?? row} />
      {invoice && <PaymentChoice invoice={invoice} />}
      {invoice && <KeptUntil invoice={invoice} />}
    </div>
  );
}

/** Formats an IBAN in groups of four, as banks do. */
function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
