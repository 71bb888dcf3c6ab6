import { workOrders } from '#contract/workorders/work-orders.ts';
import { orderPurchases, type OrderPurchases } from '#contract/purchases/order-links.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './purchases.module.css';

/** What an order was to cost and what invoices charge for it, with both margins, and which are still to come. */
export function PurchasesCard({ orderId }: { readonly orderId: string }) {
  const text = useText();
  const url = `/api/comceptum/work-order-purchases/${encodeURIComponent(orderId)}`;
  const { data } = useAnswer([workOrders.path, 'purchases', orderId], url, orderPurchases);
  if (!data || (data.plannedInCents === 0 && data.realInCents === 0)) return null;
  const waiting = data.lines.filter(({ isWaiting }) => isWaiting).length;
  const lines = data.lines.filter(
    ({ plannedInCents, invoices }) => plannedInCents !== 0 || invoices.length > 0,
  );
  return (
    <Card title={text('workorders.purchases.title')} isFlush>
      {/* A box that scrolls sideways must be reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={text('workorders.purchases.title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('workorders.purchases.line')}</th>
              <th scope="col">{text('workorders.purchases.planned')}</th>
              <th scope="col">{text('workorders.purchases.real')}</th>
              <th scope="col">{text('workorders.purchases.invoices')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <PurchasedLine key={line.id} line={line} />
            ))}
          </tbody>
          <tfoot>
            <Sums name="total" planned={data.plannedInCents} real={data.realInCents} />
            <Sums
              name="margin"
              planned={data.salesInCents - data.plannedInCents}
              real={data.salesInCents - data.realInCents}
            />
          </tfoot>
        </table>
      </section>
      {waiting > 0 && (
        <p className={styles.note}>{text('workorders.purchases.waiting', { count: waiting })}</p>
      )}
    </Card>
  );
}

function PurchasedLine({ line }: { readonly line: OrderPurchases['lines'][number] }) {
  const text = useText();
  return (
    <tr>
      <th scope="row">{line.description}</th>
      <td>
        <Money cents={line.plannedInCents} />
      </td>
      <td>{line.invoices.length === 0 ? '–' : <Money cents={line.realInCents} />}</td>
      <td>
        {line.isWaiting
          ? text('workorders.purchases.toCome')
          : line.invoices.map(({ documentId, creditor }) => `${documentId} ${creditor}`).join(', ') || '–'}
      </td>
    </tr>
  );
}

function Sums({
  name,
  planned,
  real,
}: {
  readonly name: string;
  readonly planned: number;
  readonly real: number;
}) {
  const text = useText();
  return (
    <tr>
      <th scope="row">{text(`workorders.purchases.${name}`)}</th>
      <td>
        <Money cents={planned} />
      </td>
      <td>
        <Money cents={real} />
      </td>
      <td>–</td>
    </tr>
  );
}
