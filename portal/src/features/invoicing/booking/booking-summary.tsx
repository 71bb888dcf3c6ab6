import { IconAlertTriangle, IconEqual } from '@tabler/icons-react';
import { cx } from '#portal/kit/cx.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import type { BookingToEdit } from './grid.rules.ts';
import type { BookingSums, RowError } from './use-booking-grid.ts';
import styles from './booking.module.css';

interface BookingSummaryProps {
  readonly booking: BookingToEdit;
  readonly sums: BookingSums;
  readonly words: (error: RowError) => string;
}

/** What the booking comes to beside the invoice, while it is typed. */
export function BookingSummary({ booking, sums, words }: BookingSummaryProps) {
  const text = useText();
  const { totalInCents } = booking.facts;
  const { difference, errors } = sums;
  const figures = [
    ['invoice', totalInCents],
    ['excl', sums.excl],
    ['vat', sums.vat],
    ['differs', difference],
  ] as const;
  const [first] = errors;
  return (
    <div className={styles.summary}>
      <dl className={styles.figures}>
        {figures.map(([name, cents]) => (
          <div key={name} className={cx(name === 'differs' && difference !== 0 && styles.wrong)}>
            <dt>{text(`invoicing.booking.sum.${name}`)}</dt>
            <dd>
              <Money cents={cents} currency="" />
            </dd>
          </div>
        ))}
      </dl>
      <p className={cx(styles.balance, difference !== 0 && styles.wrong)} role="status">
        {difference === 0 ? (
          <>
            <IconEqual size={16} stroke={2} aria-hidden /> {text('invoicing.booking.balanced')}
          </>
        ) : (
          <>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />{' '}
            {text(difference > 0 ? 'invoicing.booking.tooMuch' : 'invoicing.booking.tooLittle')}
          </>
        )}
      </p>
      {first && (
        <p className={cx(styles.balance, styles.wrong)} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />{' '}
          {text('invoicing.booking.badCells', { count: errors.length })}{' '}
          {text('invoicing.booking.lineOf', { number: first.row + 1 })} {words(first)}
        </p>
      )}
      {booking.isLocked && (
        <p className={cx(styles.balance, styles.wrong)}>{text('contract.sentence.booking-locked')}</p>
      )}
    </div>
  );
}
