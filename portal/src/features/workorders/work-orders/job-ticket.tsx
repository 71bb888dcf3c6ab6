import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { QrCode } from '#portal/kit/format/qr-code.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useOrderLines } from '../order-lines/order-lines-card.tsx';
import { dueDates } from './due.rules.ts';
import type { Order } from './order.ts';
import { namesOf, relationNameOf } from './orders-columns.tsx';
import { useStatusName } from './status.tsx';
import styles from './job-ticket.module.css';

/** The printed order: everything but amounts, with a QR code of its screen. */
export function JobTicket({ order }: { readonly order: Order }) {
  const text = useText();
  const statusName = useStatusName();
  const pathTo = usePathTo();
  const router = useRouter();
  const printedAt = usePrintedAt();
  const { data = [] } = useOrderLines(order.id);
  // What the customer did not choose is no work.
  const lines = data.filter(({ isAccepted }) => isAccepted !== false);
  const language = useLanguage();
  const { href } = router.buildLocation({ to: pathTo('workorders:detail', { workOrderId: order.id }) });
  const facts = [
    ['relation', relationNameOf(order)],
    ['contactPersons', namesOf(order.contactPersons)],
    ['administration', order.administration.name],
    ['responsible', namesOf(order.assignedUsers)],
    ['printingCompany', order.printingCompany],
    ['diffuser', order.diffuser],
    ['publisher', order.publisher],
    ...dueDates.map((field) => [field, formatDay(order[field] ?? '')] as const),
  ] as const;
  return (
    <section className={styles.ticket} aria-hidden>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{text('workorders.ticket.title')}</p>
          <p className={styles.number}>{order.yearNumber}</p>
          <p className={styles.reference}>{order.reference}</p>
          <p>{statusName(order.status)}</p>
        </div>
        <QrCode className={styles.code} value={`${location.origin}${href}`} />
      </header>
      <dl className={styles.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{text(`workorders.field.${key}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{text(`workorders.lines.${column}`)}</th>
            ))}
            <th>{text('workorders.ticket.done')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              {columns.map((column) => (
                <td key={column}>
                  {column === 'edition'
                    ? editionText(line.edition || String(line.quantity ?? ''), language)
                    : line[column]}
                  {column === 'description' && line.note !== '' && <em>{line.note}</em>}
                </td>
              ))}
              <td className={styles.box}>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.printed}>{text('workorders.ticket.printed', { at: formatInstant(printedAt) })}</p>
    </section>
  );
}

const columns = ['description', 'edition', 'format', 'size', 'printing', 'material', 'finish'] as const;

/** The moment of the latest print. */
function usePrintedAt(): Date {
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    // The browser prints what is rendered when this returns.
    const update = () => flushSync(() => setPrintedAt(new Date()));
    window.addEventListener('beforeprint', update);
    return () => window.removeEventListener('beforeprint', update);
  }, []);
  return printedAt;
}
