import { fieldId } from '#contract/problem.ts';
import { collectionUrl } from '#contract/resource.ts';
import { workOrderCopy, workOrders } from '#contract/workorders/work-orders.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DraftBar } from '#portal/kit/form/draft-bar.tsx';
import { fieldText, wrongFields } from '#portal/kit/form/field-text.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useFormDraft } from '#portal/kit/form/use-form-draft.ts';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import { FormLines } from './form-lines.tsx';
import { OrderFields } from './order-fields.tsx';
import { orderHooks, type Order } from './order.ts';
import {
  bodyOf,
  createBody,
  isHalfTyped,
  linesOf,
  newOrder,
  orderValues,
  valuesOf,
  valuesOfCopy,
  wordsOf,
  type OrderValues,
} from './order-values.ts';

const { useCreate, useOne } = orderHooks;

export function OrderCreate() {
  // The board creates orders in one of its columns.
  const [{ status = '' }] = useUrlState();
  const initial = /^[0-6]$/.test(status) ? { ...newOrder, status } : newOrder;
  return <NewOrder initial={initial} title="workorders.create" draft="order.create" />;
}

/** A copy of an order: nothing is stored until it is saved (§E2). */
export function OrderCopy() {
  const workOrderId = useParam('workOrderId');
  const url = `${collectionUrl(workOrders, {})}/${encodeURIComponent(workOrderId)}/copy`;
  const copy = useAnswer([workOrders.path, 'copy', workOrderId], url, workOrderCopy, { asksOnce: true });
  return (
    <Loaded of={copy}>
      {(found) => (
        <NewOrder
          initial={valuesOfCopy(found)}
          title="workorders.copyTitle"
          draft={`order.copy.${workOrderId}`}
        />
      )}
    </Loaded>
  );
}

/** What the contract says of a body, at the fields of the form: hours are typed, minutes sent. */
function wrongIn(...asked: Parameters<typeof wrongFields>) {
  const { [fieldId('estimatedMinutes')]: minutes, ...errors } = wrongFields(...asked);
  if (minutes) errors[fieldId('estimatedHours')] = minutes;
  return errors;
}

/** All errors of a new order that can be found without the server, at once. */
function wrongInNew(values: OrderValues, showsPurchase: boolean, text: Text) {
  // The reference is that of the lines (§E7).
  const { reference: _, ...errors } = wrongIn(text, workOrders.create, createBody(values, showsPurchase));
  if (linesOf(values).length === 0) errors['lines'] = [text('workorders.lines.needed')];
  else if (isHalfTyped(values)) errors['lines'] = [fieldText(text, fieldId('description'), 'required')];
  return errors;
}

interface NewOrderProps {
  readonly initial: OrderValues;
  /** Text key. */
  readonly title: string;
  /** Name of the draft. */
  readonly draft: string;
}

function NewOrder({ initial, title, draft: name }: NewOrderProps) {
  const text = useText();
  const go = useGo();
  const may = usePermission();
  const pathTo = usePathTo();
  const create = useCreate({});
  const showsPurchase = may('comceptum.orderlines.readpurchase');
  const form = useResourceForm({
    initial,
    check: (values) => wrongInNew(values, showsPurchase, text),
    save: (values: OrderValues) => create.mutateAsync(createBody(values, showsPurchase)),
    onSaved: ({ id, yearNumber }: Order) => {
      draft.forget();
      go('workorders:index');
      notify({
        meaning: 'ok',
        title: text('workorders.form.made', { number: yearNumber }),
        action: {
          label: text('workorders.form.lookAt'),
          run: () => go('workorders:detail', { workOrderId: id }),
        },
      });
    },
  });
  const draft = useFormDraft(form, name, orderValues, wordsOf);
  return (
    <FormPage
      form={form}
      isWide
      title={text(title)}
      back={{ href: pathTo('workorders:index'), label: text('workorders.title') }}
    >
      <DraftBar draft={draft} />
      <OrderFields form={form} />
      <FormLines key={draft.restores} form={form} />
    </FormPage>
  );
}

export function OrderUpdate() {
  const order = useOne(useParam('workOrderId'), {});
  return <Loaded of={order}>{(record) => <Update order={record} />}</Loaded>;
}

function Update({ order }: { readonly order: Order }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const params = { workOrderId: order.id };
  const form = useRecordForm(
    workOrders,
    {},
    {
      record: order,
      empty: newOrder,
      valuesOf,
      bodyOf,
      check: (values) => wrongIn(text, workOrders.update, bodyOf(values)),
      onSaved: () => {
        draft.forget();
        go('workorders:detail', params);
      },
    },
  );
  const draft = useFormDraft(form, `order.update.${order.id}`, orderValues, wordsOf);
  return (
    <FormPage
      form={form}
      isWide
      title={`${text('workorders.update')} ${order.yearNumber}`}
      back={{ href: pathTo('workorders:detail', params), label: `${order.yearNumber} ${order.reference}` }}
    >
      <DraftBar draft={draft} />
      <OrderFields form={form} order={order} />
    </FormPage>
  );
}
