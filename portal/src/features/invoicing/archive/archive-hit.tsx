import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import type { archiveRow } from '#contract/invoicing/archive.ts';
import { formatDay } from '#contract/dates.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import styles from './archive.module.css';

/** An invoice that was found. */
export type Hit = z.output<typeof archiveRow>;

interface ArchiveHitProps {
  readonly row: Hit;
  readonly search: string;
}

/** An invoice of the archive, and the places on its pages where everything stands that was sought. */
export function ArchiveHit({ row, search }: ArchiveHitProps) {
  const text = useText();
  const href = usePathTo()('archive:detail', { invoiceId: row.id });
  const linkTo = (page?: number) => ({
    to: href,
    search: { ...(search !== '' && { search }), ...(page !== undefined && { page: String(page) }) },
  });
  return (
    <li className={styles.hit}>
      <div className={styles.head}>
        <Link {...linkTo(row.matches[0]?.page)} className={styles.name}>
          {row.creditor.name} <span className={styles.number}>{row.invoiceNumber}</span>
        </Link>
        <InvoiceStatus invoice={row} />
        <Money cents={row.totalAmount} currency={row.currency} />
      </div>
      <p className={styles.about}>
        {[formatDay(row.invoiceDate), row.documentId, row.administration?.name].filter(Boolean).join(' · ')}
        {row.matchCount > 1 && ` · ${text('invoicing.archive.pages', { count: row.matchCount })}`}
      </p>
      {row.matches.map(({ page, pieces }) => (
        <p key={page} className={styles.snippet}>
          <Link {...linkTo(page)} className={styles.page}>
            {text('invoicing.archive.page', { page })}
          </Link>{' '}
          {pieces.map((piece, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity and never move
            piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
          )}
        </p>
      ))}
    </li>
  );
}
