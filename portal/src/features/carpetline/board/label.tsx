import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { formatDay } from '#contract/dates.ts';
import { BackLink } from '#portal/kit/detail/back-link.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { QrCode } from '#portal/kit/format/qr-code.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { finishOf, orderHooks, sizeOf, type Order, useOrderKey } from '../orders/order.ts';
import styles from './label.module.css';

export function Labels() {
  const order = orderHooks.useOne(useParam('orderId'), {});
  return <Loaded of={order}>{(record) => <LabelSheet order={record} />}</Loaded>;
}

/** A label for each carpet, with a QR code of its order. */
function LabelSheet({ order }: { readonly order: Order }) {
  const text = useText();
  const pathTo = usePathTo();
  const router = useRouter();
  const { number, orderLines, reference, customerRelation, deliveryDate } = order;
  const params = { orderId: useOrderKey()(order) };
  const { href } = router.buildLocation({ to: pathTo('orders:detail', params) });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BackLink
          href={pathTo('orders:detail', params)}
          label={text('carpetline.orders.named', { number })}
        />
        <div className={styles.title}>
          <h1>{text('carpetline.label.title', { number })}</h1>
          <Button
            variant="filled"
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            {text('carpetline.label.printNow')}
          </Button>
        </div>
      </header>
      <div className={styles.labels}>
        {orderLines.map((line) => (
          <section
            key={line.id}
            className={styles.label}
            aria-label={text('carpetline.label.of', { at: line.lineNumber, count: orderLines.length })}
          >
            <div>
              <p className={styles.number}>
                {number}{' '}
                <span>{text('carpetline.label.of', { at: line.lineNumber, count: orderLines.length })}</span>
              </p>
              <p className={styles.name}>{customerRelation?.name}</p>
              <p>{reference}</p>
              <p>
                <strong>{line.qualityName}</strong> × {line.quantity}
              </p>
              <p>{[text(`carpetline.shape.${line.shape}`), sizeOf(line)].filter(Boolean).join(', ')}</p>
              <p>{finishOf(line)}</p>
              {deliveryDate !== null && (
                <p>
                  {text('carpetline.orders.deliveryDate')}{' '}
                  <span className={styles.day}>{formatDay(deliveryDate)}</span>
                </p>
              )}
            </div>
            <QrCode value={`${location.origin}${href}`} />
          </section>
        ))}
      </div>
    </div>
  );
}
