import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Key } from '#portal/kit/format/key.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import type { BookingToEdit } from './grid.rules.ts';
import styles from './booking.module.css';

interface LastTimeProps {
  readonly suggestion: NonNullable<BookingToEdit['suggestion']>;
  readonly onApply: () => void;
}

/** How the last invoices of this creditor were booked, and the way to do so again. */
export function LastTime({ suggestion, onApply }: LastTimeProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const { lines, count, of, invoices } = suggestion;
  const words = lines.map(({ ledger, costcenter, vatCode, share }) =>
    [
      `${ledger.number} ${ledger.name}`.trim(),
      costcenter,
      vatCode,
      lines.length > 1 ? `${Math.round(share / 100)}%` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  );
  return (
    <div className={styles.lastTime}>
      <IconHistory size={18} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{text('invoicing.booking.lastTime.title')}</strong>{' '}
          {text('invoicing.booking.lastTime.share', { count, of })}
        </p>
        <p>{words.join('; ')}</p>
        {invoices.length > 0 && (
          <p className={styles.evidence}>
            {text('invoicing.booking.lastTime.evidence')}{' '}
            {invoices.slice(0, 3).map(({ id, documentId }) => (
              <Link
                key={id}
                to="."
                search={(before: object) => ({ ...before, status: 'ReadyForProcessing,Processed', open: id })}
              >
                {documentId}
              </Link>
            ))}
          </p>
        )}
      </div>
      <Button rightSection={isPhone ? undefined : <Key>Ctrl Enter</Key>} onClick={onApply}>
        {text('invoicing.booking.lastTime.verb')}
      </Button>
    </div>
  );
}
