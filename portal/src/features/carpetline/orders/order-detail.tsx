import {
  IconArrowBackUp,
  IconHistory,
  IconCalendarEvent,
  IconCheck,
  IconPencil,
  IconRepeat,
  IconTrash,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { CarpetOrderStatus, carpetOrders } from '#contract/carpetline/orders.ts';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { DeliveryDay } from './delivery-day.tsx';
import { OrderLines } from './order-lines.tsx';
import { orderHooks, type Order, useOrderKey } from './order.ts';
import { OrderStatus } from './status.tsx';
import { MailSwitch } from './mail-switch.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { type Step, StepDialog } from './step-dialog.tsx';
import { Timeline } from './timeline.tsx';
import styles from './order.module.css';

export function OrderDetail() {
  const order = orderHooks.useOne(useParam('orderId'), {});
  return <Loaded of={order}>{(record) => <OrderPage order={record} />}</Loaded>;
}

const HistoryDialog = lazy(async () => ({ default: await loadHistoryDialog() }));

function OrderPage({ order }: { readonly order: Order }) {
  const text = useText();
  const [step, setStep] = useState<Step | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  return (
    <Page order={order} onStep={setStep} onHistory={() => setShowsHistory(true)}>
      <OrderFacts order={order} />
      <div className={styles.grid}>
        <Card title={text('carpetline.orders.lines')} count={order.orderLines.length}>
          <OrderLines lines={order.orderLines} />
        </Card>
        <div className={styles.aside}>
          <Card title={text('carpetline.timeline.title')}>
            <Timeline order={order} />
            <MailSwitch order={order} />
          </Card>
          <Card title={text('carpetline.paper.title')}>
            <OrderDocuments order={order} />
          </Card>
        </div>
        {order.note !== '' && (
          <Card title={text('carpetline.orders.note')}>
            <p className={styles.note}>{order.note}</p>
          </Card>
        )}
      </div>
      {step && <StepDialog order={order} step={step} onClose={() => setStep(null)} />}
      {showsHistory && (
        <Suspense>
          <HistoryDialog
            entity={carpetOrders.permission}
            id={order.id}
            labels="carpetline.history"
            onClose={() => setShowsHistory(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

interface PageProps {
  readonly order: Order;
  readonly onStep: (step: Step) => void;
  readonly onHistory: () => void;
  readonly children: ReactNode;
}

function Page({ order, onStep, onHistory, children }: PageProps) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(carpetOrders, {});
  const { id, number, reference, status, canUpdate, canDelete, canProcess } = order;
  const orderId = useOrderKey()(order);
  const params = { orderId };
  const isInProgress = canProcess && status === CarpetOrderStatus.InProgress;
  const step = (name: Step) => ({
    label: text(`carpetline.step.${name}`),
    onClick: () => onStep(name),
  });
  return (
    <DetailPage
      back={{ href: pathTo('orders:index'), label: text('carpetline.orders.title') }}
      title={reference || text('carpetline.orders.named', { number })}
      number={reference === '' ? undefined : String(number)}
      chip={<OrderStatus status={status} />}
      actions={[
        may('carpetline.orders.create') && {
          label: text('carpetline.orders.again'),
          icon: IconRepeat,
          kind: 'quiet',
          href: `${pathTo('orders:create')}?again=${orderId}`,
        },
        { label: text('core.history.title'), icon: IconHistory, kind: 'quiet', onClick: onHistory },
        canProcess &&
          status !== CarpetOrderStatus.AwaitingCarpet && {
            ...step('stepBack'),
            icon: IconArrowBackUp,
            kind: 'quiet',
          },
        canDelete && {
          label: text('kit.remove.verb'),
          icon: IconTrash,
          kind: 'danger',
          onClick: () =>
            void remove({
              id,
              name: [number, reference].join(' ').trim(),
              thing: text('carpetline.orders.the'),
              consequence: text('carpetline.orders.trash'),
            }),
        },
        isInProgress && { ...step('deliveryDate'), icon: IconCalendarEvent, kind: 'default' },
        canUpdate && {
          label: text('kit.edit'),
          icon: IconPencil,
          kind: 'default',
          letter: 'E',
          href: pathTo('orders:update', params),
        },
        canProcess &&
          status === CarpetOrderStatus.AwaitingCarpet && {
            ...step('receive'),
            icon: IconTruckDelivery,
            kind: 'primary',
          },
        isInProgress && { ...step('complete'), icon: IconCheck, kind: 'primary' },
      ]}
    >
      {children}
    </DetailPage>
  );
}

function OrderFacts({ order }: { readonly order: Order }) {
  const text = useText();
  return (
    <Facts
      facts={[
        { label: text('carpetline.orders.relation'), value: order.customerRelation?.name },
        { label: text('carpetline.orders.orderDate'), value: formatDay(order.orderDate) },
        {
          label: text('carpetline.orders.receivedDate'),
          value: order.receivedDate && formatDay(order.receivedDate),
        },
        { label: text('carpetline.orders.deliveryDate'), value: <DeliveryDay day={order.deliveryDate} /> },
        { label: text('carpetline.orders.supplierCarpet'), value: order.supplierCarpet },
        {
          label: text('carpetline.orders.transport'),
          value: text(`carpetline.transport.${order.transportFinishedProduct}`),
        },
        { label: text('carpetline.orders.orderedBy'), value: <OrderedBy order={order} /> },
      ]}
    />
  );
}

function OrderedBy({ order }: { readonly order: Order }) {
  return (
    <>
      {order.orderedBy.fullName}, <span className={styles.moment}>{formatInstant(order.createdAt)}</span>
    </>
  );
}
