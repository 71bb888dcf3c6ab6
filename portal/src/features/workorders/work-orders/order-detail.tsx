import { IconCopy, IconHistory, IconPencil, IconPrinter, IconSend, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { readPurchase } from '#contract/workorders/order-lines.ts';
import { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { AttachmentsCard, NotesCard } from '#portal/features/annotations/index.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import { cx } from '#portal/kit/cx.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { OrderTimesCard } from '../order-times/order-times-card.tsx';
import { OffersCard } from '../offers/offers-card.tsx';
import { PurchasesCard } from '../order-purchases/purchases-card.tsx';
import { OrderLinesCard } from '../order-lines/order-lines-card.tsx';
import { DatesCard, DeliveryCard, InvoiceCard } from './order-cards.tsx';
import { orderHooks, type Order } from './order.ts';
import { OrderStatus } from './status.tsx';
import styles from './order-detail.module.css';

const HistoryDialog = lazy(async () => ({ default: await loadHistoryDialog() }));
const JobTicket = lazy(async () => ({ default: (await import('./job-ticket.tsx')).JobTicket }));
const OfferDialog = lazy(async () => ({ default: (await import('../offers/offer-dialog.tsx')).OfferDialog }));

export function OrderDetail() {
  const order = orderHooks.useOne(useParam('workOrderId'), {});
  return <Loaded of={order}>{(record) => <OrderPage order={record} />}</Loaded>;
}

function OrderPage({ order }: { readonly order: Order }) {
  const text = useText();
  const may = usePermission();
  const [isOffering, setOffering] = useState(false);
  const { id, warnings } = order;
  const mayUpdate = may('comceptum.workorders.update');
  return (
    <Page order={order} onOffer={() => setOffering(true)}>
      <div className={styles.grid}>
        {warnings.map((warning) => (
          <div key={warning} className={styles.whole}>
            <MessageBar meaning="warn">{text(`workorders.warning.${warning}`)}</MessageBar>
          </div>
        ))}
        <div className={cx(styles.row, styles.equal)}>
          <InvoiceCard order={order} />
          <DeliveryCard order={order} />
          <DatesCard order={order} />
        </div>
        {may('comceptum.orderlines.read') && (
          <div className={styles.whole}>
            <OrderLinesCard order={order} />
          </div>
        )}
        {may(`${readPurchase}.company`) && (
          <div className={styles.whole}>
            <PurchasesCard orderId={id} />
          </div>
        )}
        {may('comceptum.offers.read') && (
          <div className={styles.whole}>
            <OffersCard order={order} />
          </div>
        )}
        <div className={styles.row}>
          {may('comceptum.workordertimes.read') && <OrderTimesCard order={order} />}
          <NotesCard key={`notes ${id}`} entityId={id} mayAdd={mayUpdate} />
          <AttachmentsCard key={`files ${id}`} entityId={id} mayAdd={mayUpdate} />
        </div>
      </div>
      <Suspense>
        <JobTicket order={order} />
      </Suspense>
      {isOffering && (
        <Suspense>
          <OfferDialog order={order} onClose={() => setOffering(false)} />
        </Suspense>
      )}
    </Page>
  );
}

const historyParts = {
  'comceptum.orderlines': 'workorders.lines',
  'comceptum.workordertimes': 'workorders.orderTimes',
};

interface PageProps {
  readonly order: Order;
  readonly onOffer: () => void;
  readonly children: ReactNode;
}

function Page({ order, onOffer, children }: PageProps) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(workOrders, {});
  const [showsHistory, setShowsHistory] = useState(false);
  const { id, yearNumber, reference, status } = order;
  const params = { workOrderId: id };
  return (
    <DetailPage
      back={{ href: pathTo('workorders:index'), label: text('workorders.title') }}
      title={reference}
      number={yearNumber}
      chip={<OrderStatus status={status} />}
      actions={[
        may('comceptum.workorders.copy') &&
          may('comceptum.workorders.create') && {
            label: text('workorders.copy'),
            icon: IconCopy,
            kind: 'quiet',
            href: pathTo('workorders:copy', params),
          },
        {
          label: text('core.history.title'),
          icon: IconHistory,
          kind: 'quiet',
          onClick: () => setShowsHistory(true),
        },
        {
          label: text('workorders.print'),
          icon: IconPrinter,
          kind: 'quiet',
          letter: 'P',
          onClick: () => window.print(),
        },
        may('comceptum.workorders.delete') && {
          label: text('kit.remove.verb'),
          icon: IconTrash,
          kind: 'danger',
          onClick: () =>
            void remove({
              id,
              name: `${yearNumber} ${reference}`,
              thing: text('workorders.the'),
              consequence: text('workorders.trash'),
            }),
        },
        may('comceptum.workorders.update') && {
          label: text('kit.edit'),
          icon: IconPencil,
          kind: 'default',
          letter: 'E',
          href: pathTo('workorders:update', params),
        },
        may('comceptum.offers.create') &&
          may('comceptum.orderlines.read') &&
          status !== WorkOrderStatus.Invoiced && {
            label: text('workorders.sendOffer'),
            icon: IconSend,
            kind: 'primary',
            onClick: onOffer,
          },
      ]}
    >
      {children}
      {showsHistory && (
        <Suspense>
          <HistoryDialog
            entity={workOrders.permission}
            id={id}
            labels="workorders.field"
            parts={historyParts}
            onClose={() => setShowsHistory(false)}
          />
        </Suspense>
      )}
    </DetailPage>
  );
}
