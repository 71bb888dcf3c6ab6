import { Button } from '@mantine/core';
import type { OrderLinks } from '#contract/purchases/order-links.ts';
import { readPurchase } from '#contract/workorders/order-lines.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { Confidence } from '#portal/kit/format/confidence.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import { useOrderLinks, useSaveLinks } from './orders.api.ts';
import styles from './orders.module.css';

type Line = OrderLinks['links'][number] | OrderLinks['proposals'][number];

/** The work orders that an invoice is for, and what else it seems to be for; only for who may know purchase amounts. */
export function OrderLinksCard({ invoiceId }: { readonly invoiceId: string }) {
  const may = usePermission();
  return may(`${readPurchase}.company`) ? <Links invoiceId={invoiceId} /> : null;
}

function Links({ invoiceId }: { readonly invoiceId: string }) {
  const text = useText();
  const mayUpdate = usePermission()('fmmodule.invoices.update');
  const notifyFailure = useNotifyFailure();
  const { data } = useOrderLinks(invoiceId);
  const save = useSaveLinks(invoiceId);
  if (!data || (data.links.length === 0 && data.proposals.length === 0)) return null;
  const { links, proposals, differenceInCents, mayLink } = data;
  const mayChange = mayUpdate && mayLink;
  const put = (lines: readonly Line[]) =>
    save.mutate(
      lines.map(({ orderLineId, amountInCents }) => ({ orderLineId, amountInCents })),
      { onError: notifyFailure },
    );
  return (
    <Card
      title={text('invoicing.orders.title')}
      count={links.length}
      actions={
        mayChange &&
        proposals.length > 1 && (
          <Button size="xs" loading={save.isPending} onClick={() => put([...links, ...proposals])}>
            {text('invoicing.orders.linkAll')}
          </Button>
        )
      }
    >
      <ul className={styles.lines}>
        {links.map((line) => (
          <li key={line.orderLineId}>
            <OrderLine line={line} />
            {mayChange && (
              <Button
                size="xs"
                variant="subtle"
                loading={save.isPending}
                onClick={() => put(links.filter((one) => one !== line))}
              >
                {text('invoicing.orders.unlink')}
                <span className="balie-hidden"> {line.description}</span>
              </Button>
            )}
          </li>
        ))}
        {proposals.map((line) => (
          <li key={line.orderLineId} data-proposed>
            <OrderLine line={line}>
              <small>
                <Confidence value={line.confidence} />{' '}
                {text(`invoicing.orders.reason.${line.reason}`, { named: line.named })}
              </small>
            </OrderLine>
            {mayChange && (
              <Button size="xs" loading={save.isPending} onClick={() => put([...links, line])}>
                {text('invoicing.orders.link')}
                <span className="balie-hidden"> {line.description}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {links.length > 0 && (
        <p className={styles.difference} data-off={differenceInCents !== 0 || undefined}>
          {text(`invoicing.orders.${differenceInCents === 0 ? 'asPlanned' : 'difference'}`)}{' '}
          {differenceInCents !== 0 && <Money cents={differenceInCents} />}
        </p>
      )}
    </Card>
  );
}

function OrderLine({ line, children }: { readonly line: Line; readonly children?: React.ReactNode }) {
  const text = useText();
  return (
    <span>
      <strong>{line.yearNumber}</strong> {line.description}
      {line.isInvoiced && <span className={styles.mark}> {text('invoicing.orders.invoiced')}</span>}
      <small>
        <Money cents={line.amountInCents} /> {text('invoicing.orders.ofPlanned')}{' '}
        <Money cents={line.purchaseAmount} />
        {line.otherInCents !== 0 && (
          <>
            {', '}
            {text('invoicing.orders.byOthers')} <Money cents={line.otherInCents} />
          </>
        )}
      </small>
      {children}
    </span>
  );
}
