import { DateText } from '#portal/kit/format/date-text.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import { BalanceWords } from './booking-step.tsx';
import { Total } from './invoice-step.tsx';
import styles from './invoice-detail.module.css';

interface ApprovalStepProps {
  readonly id: string;
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
  /** The other steps are hidden: what is decided on is repeated here. */
  readonly isAlone: boolean;
}

/** Step 3: what is decided, and the decision; the buttons are in the bar below. */
export function ApprovalStep({ id, row, invoice, isAlone }: ApprovalStepProps) {
  const text = useText();
  const label = (name: string) => text(`invoicing.fact.${name}`);
  // A rejection stands on top.
  const decided = invoice?.decidedAt && invoice.approvalState !== 'rejected' && (
    <p className={styles.decided}>
      {text('invoicing.decided.approved', { name: invoice.decidedBy ?? text('kit.unknown') })}{' '}
      <DateText value={invoice.decidedAt} />
    </p>
  );
  if (!isAlone) return <div id={id}>{decided}</div>;
  return (
    <div id={id} className={styles.approval}>
      <Total row={row} invoice={invoice} />
      <Facts
        layout="list"
        facts={[
          { label: label('creditor'), value: row.creditor.name },
          { label: label('number'), value: row.invoiceNumber },
          { label: label('date'), value: <DateText value={row.invoiceDate} /> },
          { label: text('invoicing.step.booking'), value: invoice && <BalanceWords invoice={invoice} /> },
        ]}
      />
      {decided}
    </div>
  );
}
