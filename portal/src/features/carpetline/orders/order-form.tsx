import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { carpetOrders, Transport } from '#contract/carpetline/orders.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { DraftBar } from '#portal/kit/form/draft-bar.tsx';
import { FormPage, type FormStep } from '#portal/kit/form/form-page.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { type FormDraft, useFormDraft } from '#portal/kit/form/use-form-draft.ts';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { LinesField } from './lines-field.tsx';
import { bodyOf, newOrder, orderValues, type OrderValues, reorderOf, valuesOf } from './order-values.ts';
import { orderHooks, type Order, useCatalogue, useOrderKey } from './order.ts';
import { RelationField } from './relation-field.tsx';

/** A new order; with `?again=12` it starts from an old one. */
export function OrderCreate() {
  const [{ again }] = useUrlState();
  const old = orderHooks.useOne(again ?? '', {}, { enabled: again !== undefined });
  if (again === undefined) return <Create initial={newOrder} />;
  return <Loaded of={old}>{(order) => <Create key={order.id} initial={reorderOf(order)} />}</Loaded>;
}

function Create({ initial }: { readonly initial: OrderValues }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const create = orderHooks.useCreate({});
  const form = useResourceForm({
    initial,
    save: (values) => create.mutateAsync(bodyOf(values)),
    onSaved: ({ number }) => {
      draft.forget();
      go('orders:index');
      notify({ title: text('carpetline.orders.placed', { number }), meaning: 'ok' });
    },
  });
  const draft = useFormDraft(form, 'carpet-order', orderValues, ({ reference }) => reference);
  const { round, restore } = useRounds(draft);
  const [step, setStep] = useState<FormStep | null>(null);
  return (
    <FormPage
      form={form}
      title={text('carpetline.orders.create')}
      back={{ href: pathTo('orders:index'), label: text('carpetline.orders.title') }}
      saveLabel={text('carpetline.orders.order')}
      hasSave={form.values.orderLines.length > 0 && step === null}
      next={step ?? undefined}
    >
      <DraftBar draft={{ ...draft, restore }} />
      <OrderFields key={round} form={form} onChoosing={setStep} />
    </FormPage>
  );
}

// What comes back of a draft stands in new fields.
function useRounds(draft: FormDraft) {
  const [round, setRound] = useState(0);
  function restore() {
    draft.restore();
    setRound(round + 1);
  }
  return { round, restore };
}

export function OrderUpdate() {
  const orderId = useParam('orderId');
  const pathTo = usePathTo();
  const order = orderHooks.useOne(orderId, {});
  if (order.error !== null && order.data === undefined)
    return <Navigate to={pathTo('orders:detail', { orderId })} replace />;
  return <Loaded of={order}>{(record) => <UpdateOpen key={record.id} order={record} />}</Loaded>;
}

// What is being changed stays on screen when the order is closed meanwhile: saving says why it cannot be.
function UpdateOpen({ order }: { readonly order: Order }) {
  const pathTo = usePathTo();
  const orderId = useOrderKey()(order);
  const [opened] = useState(order);
  return opened.canUpdate ? (
    <Update order={opened} />
  ) : (
    <Navigate to={pathTo('orders:detail', { orderId })} replace />
  );
}

function Update({ order }: { readonly order: Order }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const update = orderHooks.useUpdate({});
  const params = { orderId: useOrderKey()(order) };
  const form = useResourceForm({
    initial: valuesOf(order),
    save: (values) => update.mutateAsync({ id: order.id, body: bodyOf(values) }),
    onSaved: () => {
      draft.forget();
      go('orders:detail', params);
    },
    fromStored: (current) => {
      const stored = carpetOrders.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const draft = useFormDraft(form, `carpet-order-${order.id}`, orderValues, ({ reference }) => reference);
  const { round, restore } = useRounds(draft);
  const [step, setStep] = useState<FormStep | null>(null);
  return (
    <FormPage
      form={form}
      title={text('carpetline.orders.update')}
      back={{
        href: pathTo('orders:detail', params),
        label: text('carpetline.orders.named', { number: order.number }),
      }}
      hasSave={form.values.orderLines.length > 0 && step === null}
      next={step ?? undefined}
    >
      <DraftBar draft={{ ...draft, restore }} />
      <OrderFields key={round} form={form} companyId={order.companyId} onChoosing={setStep} />
    </FormPage>
  );
}

interface OrderFieldsProps {
  readonly form: ResourceForm<OrderValues>;
  /** Whose catalogue is chosen from; the own company's unless told. */
  readonly companyId?: string;
  /** A line that is still being chosen would be left out unseen: meanwhile nothing is ordered. */
  readonly onChoosing: (step: FormStep | null) => void;
}

function OrderFields({ form, companyId, onChoosing }: OrderFieldsProps) {
  const text = useText();
  const may = usePermission();
  const catalogue = useCatalogue(companyId);
  return (
    <>
      <MessageBar meaning="info">{text('carpetline.orders.sevenDays')}</MessageBar>
      <TextField
        form={form}
        name="reference"
        label="carpetline.orders.reference"
        maxLength={1000}
        isOptional
      />
      {may('core.customerrelations.read') && <RelationField form={form} />}
      <TextField form={form} name="deliveredBy" label="carpetline.orders.supplierCarpet" maxLength={255} />
      <ChoiceField
        form={form}
        name="transportFinishedProduct"
        label="carpetline.orders.transport"
        options={Object.values(Transport).map((value) => ({
          value,
          label: text(`carpetline.transport.${value}`),
        }))}
      />
      <Loaded of={catalogue}>
        {(parts) => <LinesField form={form} catalogue={parts} onOpen={onChoosing} />}
      </Loaded>
      <TextField
        form={form}
        name="note"
        label="carpetline.orders.note"
        rows={3}
        maxLength={8000}
        isOptional
      />
    </>
  );
}
