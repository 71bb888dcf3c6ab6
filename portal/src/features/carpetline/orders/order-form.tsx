import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { carpetOrders, Transport } from '#contract/carpetline/orders.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { DraftBar } from '#portal/kit/form/draft-bar.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage, type FormStep } from '#portal/kit/form/form-page.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useFormDraft } from '#portal/kit/form/use-form-draft.ts';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { LinesField } from './lines-field.tsx';
import { bodyOf, newOrder, orderValues, type OrderValues, reorderOf, valuesOf } from './order-values.ts';
import { orderHooks, type Order, useCatalogue, useOrderKey } from './order.ts';
import { RelationField } from './relation-field.tsx';

/** A new order; `?again=12` starts from order 12. */
export function OrderCreate() {
  const [{ again }] = useUrlState();
  const old = orderHooks.useOne(again ?? '', {}, { enabled: again !== undefined });
  if (again === undefined) return <OrderForm record={null} empty={newOrder} />;
  return (
    <Loaded of={old}>{(order) => <OrderForm key={order.id} record={null} empty={reorderOf(order)} />}</Loaded>
  );
}

export function OrderUpdate() {
  const orderId = useParam('orderId');
  const pathTo = usePathTo();
  const order = orderHooks.useOne(orderId, {});
  return (
    <Loaded of={order} otherwise={pathTo('orders:detail', { orderId })}>
      {(record) => <UpdateOpen key={record.id} order={record} />}
    </Loaded>
  );
}

// The form stays when the order is completed by somebody else: saving says why it is refused.
function UpdateOpen({ order }: { readonly order: Order }) {
  const pathTo = usePathTo();
  const orderId = useOrderKey()(order);
  const [opened] = useState(order);
  return opened.canUpdate ? (
    <OrderForm record={opened} empty={newOrder} />
  ) : (
    <Navigate to={pathTo('orders:detail', { orderId })} replace />
  );
}

interface OrderFormProps {
  readonly record: Order | null;
  /** What a new order starts from. */
  readonly empty: OrderValues;
}

function OrderForm({ record, empty }: OrderFormProps) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const orderKey = useOrderKey();
  const params = record && { orderId: orderKey(record) };
  const onSaved = ({ number }: Order) => {
    draft.forget();
    if (params) return go('orders:detail', params);
    go('orders:index');
    notify({ title: text('carpetline.orders.placed', { number }), meaning: 'ok' });
  };
  const form = useRecordForm(carpetOrders, {}, { record, empty, valuesOf, bodyOf, onSaved });
  const name = record ? `carpet-order-${record.id}` : 'carpet-order';
  const draft = useFormDraft(form, name, orderValues, ({ reference }) => reference);
  const [step, setStep] = useState<FormStep | null>(null);
  const back = params
    ? {
        href: pathTo('orders:detail', params),
        label: text('carpetline.orders.named', { number: record.number }),
      }
    : { href: pathTo('orders:index'), label: text('carpetline.orders.title') };
  return (
    <FormPage
      form={form}
      title={text(record ? 'carpetline.orders.update' : 'carpetline.orders.create')}
      back={back}
      {...(record === null && { saveLabel: text('carpetline.orders.order') })}
      hasSave={form.values.orderLines.length > 0 && step === null}
      next={step ?? undefined}
    >
      <DraftBar draft={draft} />
      <OrderFields key={draft.restores} form={form} companyId={record?.companyId} onChoosing={setStep} />
    </FormPage>
  );
}

interface OrderFieldsProps {
  readonly form: ResourceForm<OrderValues>;
  /** Whose catalogue is chosen from; one's own company's when absent. */
  readonly companyId: string | undefined;
  /** Called with the step of the line in the editor: it would be left out, so that meanwhile nothing can be ordered. */
  readonly onChoosing: (step: FormStep | null) => void;
}

function OrderFields({ form, companyId, onChoosing }: OrderFieldsProps) {
  const text = useText();
  const may = usePermission();
  const catalogue = useCatalogue(companyId);
  const field = fieldsOf(form, 'carpetline.orders');
  return (
    <>
      <MessageBar meaning="info">{text('carpetline.orders.sevenDays')}</MessageBar>
      <TextField {...field('reference')} maxLength={1000} isOptional />
      {may('core.customerrelations.read') && <RelationField form={form} />}
      <TextField {...field('deliveredBy', 'supplierCarpet')} maxLength={255} />
      <ChoiceField
        {...field('transportFinishedProduct', 'transport')}
        options={Object.values(Transport).map((value) => ({
          value,
          label: text(`carpetline.transport.${value}`),
        }))}
      />
      <Loaded of={catalogue}>
        {(parts) => <LinesField form={form} catalogue={parts} onOpen={onChoosing} />}
      </Loaded>
      <TextField {...field('note')} rows={3} maxLength={8000} isOptional />
    </>
  );
}
