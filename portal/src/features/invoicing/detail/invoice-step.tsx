import type { ReactNode } from 'react';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import { CorrectButton } from './correcting.tsx';
import { CreditorFact } from './creditor-fact.tsx';
import { KeptUntil } from './kept-until.tsx';
import { PaymentChoice } from './payment-status.tsx';
import { Administration } from './standing.tsx';
import { InvoiceLines, ValuePlace } from './value-place.tsx';
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
  const at = (property: DocumentProperty, name: string, value: ReactNode) => (
    <ValuePlace invoiceId={row.id} property={property} label={name}>
      {value}
    </ValuePlace>
  );
  const facts = [
    { label: label('document'), value: row.documentId },
    { label: label('number'), value: at('number', label('number'), row.invoiceNumber) },
    {
      label: label('date'),
      value: (
        <>
          {at('date', label('date'), <DateText value={row.invoiceDate} />)}
          {due && (
            <span className="balie-empty">
              {' '}
              {label('due')} {at('dueDate', label('due'), <DateText value={due} />)}
            </span>
          )}
        </>
      ),
    },
    { label: label('creditor'), value: <CreditorFact row={row} invoice={invoice} /> },
    { label: label('description'), value: row.description },
    ...(invoice ? [{ label: label('administration'), value: <Administration invoice={invoice} /> }] : []),
    ...(invoice?.iban
      ? [{ label: label('iban'), value: at('iban', label('iban'), groupIban(invoice.iban)) }]
      : []),
    ...(invoice?.paymentReference
      ? [
          {
            label: label('reference'),
            value: at('paymentReference', label('reference'), invoice.paymentReference),
          },
        ]
      : []),
  ];
  return (
    <div id={id} className={styles.invoice}>
      <Facts facts={facts} layout="list" />
      <Total row={row} invoice={invoice} />
      <InvoiceLines row={row} />
      {invoice && (
        <div className={styles.correct}>
          <CorrectButton invoice={invoice} at="" />
        </div>
      )}
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
        <ValuePlace invoiceId={row.id} property="total" label={text('invoicing.fact.total')}>
          <Money cents={row.totalAmount} currency={row.currency} />
        </ValuePlace>
      </strong>
      {invoice?.vatAmount != null && invoice.exclAmount !== null && (
        <span className={styles.totalParts}>
          <ValuePlace invoiceId={row.id} property="excl" label={text('invoicing.fact.excl')}>
            <Money cents={invoice.exclAmount} currency={row.currency} />
          </ValuePlace>{' '}
          {text('invoicing.fact.excl')} +{' '}
          <ValuePlace invoiceId={row.id} property="vat" label={text('invoicing.fact.vat')}>
            <Money cents={invoice.vatAmount} currency={row.currency} />
          </ValuePlace>{' '}
          {text('invoicing.fact.vat')}
        </span>
      )}
      <div className={styles.states}>
        <InvoiceStatus invoice={invoice ?? row} />
        {invoice && <PaymentChoice invoice={invoice} />}
        {invoice && <KeptUntil invoice={invoice} />}
      </div>
    </div>
  );
}

/** Formats an IBAN in groups of four, as banks do. */
function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
