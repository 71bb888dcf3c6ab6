import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEqual, IconPencil } from '@tabler/icons-react';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import { balanceOf } from './booking.rules.ts';
import styles from './invoice-detail.module.css';

interface BookingStepProps {
  readonly id: string;
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
  /** Opens the lines for editing; absent where this person cannot. */
  readonly onEdit: (() => void) | undefined;
}

/** Step 2: how the invoice is booked, line by line, and whether both sides are equal. */
export function BookingStep({ id, row, invoice, onEdit }: BookingStepProps) {
  const text = useText();
  const head = (name: string) => text(`invoicing.booking.${name}`);
  if (invoice === undefined) return <div id={id} className={styles.bookingLoading} aria-busy />;
  const { lines } = invoice.booking;
  if (lines.length === 0) {
    return (
      <div id={id} className={styles.bookingHead}>
        <p className={styles.noLines}>{head('none')}</p>
        <EditButton onEdit={onEdit} />
      </div>
    );
  }
  return (
    <div>
      {/* A box that scrolls sideways must be reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section id={id} className={styles.bookingBox} tabIndex={0} aria-label={head('title')}>
        <table className={styles.booking}>
          <caption className="balie-hidden">
            {head('title')}, {row.currency}
          </caption>
          <thead>
            <tr>
              <th scope="col">{head('line')}</th>
              <th scope="col" className={styles.ledgerHead}>
                {head('ledger')}
              </th>
              <th scope="col">{head('costcenter')}</th>
              <th scope="col">{head('description')}</th>
              <th scope="col" data-number>
                {head('debit')}
              </th>
              <th scope="col" data-number>
                {head('credit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.lineNumber}>
                <td>
                  {line.lineNumber}
                  {line.isTouched && (
                    <IconPencil
                      size={12}
                      stroke={1.75}
                      aria-label={head('touched')}
                      className={styles.touched}
                    />
                  )}
                </td>
                <td className={styles.ledger}>
                  {`${line.ledger.number} ${line.ledger.name}`.trim() ||
                    head(line.origin === 'difference' ? 'openDifference' : 'noAccount')}
                  <span className={styles.lineMore}>
                    {[line.costcenter, line.vatCode, line.period, line.description]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </td>
                <td>{line.costcenter || '–'}</td>
                <td>{[line.description, line.vatCode, line.period].filter(Boolean).join(' · ') || '–'}</td>
                <td data-number>{line.debit !== 0 && <Money cents={line.debit} currency="" />}</td>
                <td data-number>{line.credit !== 0 && <Money cents={line.credit} currency="" />}</td>
              </tr>
            ))}
          </tbody>
          <Sums invoice={invoice} />
        </table>
      </section>
      <EditButton onEdit={onEdit} />
    </div>
  );
}

function EditButton({ onEdit }: Pick<BookingStepProps, 'onEdit'>) {
  const text = useText();
  return (
    onEdit && (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={onEdit}
      >
        {text('invoicing.booking.edit')}
      </Button>
    )
  );
}

function Sums({ invoice }: { readonly invoice: Invoice }) {
  const { debit, credit } = balanceOf(invoice.booking.lines);
  return (
    <tfoot>
      <tr>
        <td colSpan={4} className={styles.balance}>
          <BalanceWords invoice={invoice} />
        </td>
        <td data-number>
          <Money cents={debit} currency="" />
        </td>
        <td data-number>
          <Money cents={credit} currency="" />
        </td>
      </tr>
    </tfoot>
  );
}

/** Whether debit equals credit, or by how much they differ. */
export function BalanceWords({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const { difference } = balanceOf(invoice.booking.lines);
  if (invoice.booking.lines.length === 0)
    return <span className="balie-empty">{text('invoicing.booking.none')}</span>;
  if (difference === 0) {
    return (
      <span className={styles.balanced}>
        <IconEqual size={16} stroke={2} aria-hidden /> {text('invoicing.booking.balanced')}
      </span>
    );
  }
  return (
    <span className={styles.unbalanced}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {text('invoicing.booking.difference')}{' '}
      <Money cents={Math.abs(difference)} currency={invoice.currency} />
    </span>
  );
}
