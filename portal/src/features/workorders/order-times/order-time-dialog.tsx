import { useState } from 'react';
import { widestScope } from '#contract/permissions.ts';
import { workOrderTimes } from '#contract/workorders/order-times.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { TimeField } from '#portal/kit/form/time-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { useColleagues } from '../work-orders/use-order-pickers.ts';
import {
  hoursText,
  valuesOf,
  minutesOf,
  momentsOf,
  newOrderTime,
  type OrderTime,
  type OrderTimeValues,
} from './order-times.rules.ts';
import styles from './order-times.module.css';

interface OrderTimeDialogProps {
  readonly order: Order;
  /** The caller's own id among the users. */
  readonly ownId: string;
  /** The entry that is changed, or null for a new one. */
  readonly entry: OrderTime | null;
  readonly onClose: () => void;
}

const bodyOf = (values: OrderTimeValues) => ({ ...values, ...momentsOf(values) });

/** Writes hours: one's own, or those of others with the permission (§E8). */
export function OrderTimeDialog({ order, ownId, entry, onClose }: OrderTimeDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { permissions } = useSessionState();
  const scope = widestScope(permissions, 'comceptum.workordertimes.update');
  const mayChooseUser = scope === 'company' || scope === 'system';
  const [empty] = useState(() => newOrderTime(ownId, new Date()));
  const form = useRecordForm(
    workOrderTimes,
    { workOrderId: order.id },
    {
      record: entry,
      empty,
      valuesOf,
      bodyOf,
      checksFirst: true,
      onSaved: ({ overlaps }) => {
        onClose();
        if (overlaps) notify({ meaning: 'info', title: text('workorders.orderTimes.overlapSaved') });
      },
    },
  );
  const field = fieldsOf(form, 'workorders.orderTimes');
  const minutes = minutesOf(form.values);
  const passesMidnight = minutes !== null && form.values.endTime < form.values.startTime;
  return (
    <FormModal
      form={form}
      title={text(entry ? 'workorders.orderTimes.edit' : 'workorders.orderTimes.add')}
      onClose={onClose}
    >
      {mayChooseUser && <UserField form={form} order={order} ownId={ownId} entry={entry} />}
      <DateField {...field('day')} />
      <FormRow>
        <TimeField {...field('startTime', 'start')} />
        <TimeField {...field('endTime', 'end')} />
      </FormRow>
      <TextField {...field('description')} isOptional maxLength={500} />
      <p className={styles.sum} aria-live="polite">
        {minutes !== null && text('workorders.orderTimes.total', { hours: hoursText(minutes, language) })}
        {passesMidnight && `, ${text('workorders.orderTimes.nextDay')}`}
      </p>
    </FormModal>
  );
}

interface UserFieldProps extends Omit<OrderTimeDialogProps, 'onClose'> {
  readonly form: ResourceForm<OrderTimeValues>;
}

/** Whose hours: the colleagues of the order's company, oneself, and the user of the entry. */
function UserField({ form, order, ownId, entry }: UserFieldProps) {
  const { options = [] } = useColleagues();
  const { user } = useSessionState();
  const known = options.filter(({ companyId }) => companyId === order.companyId);
  const here = [
    ...order.assignedUsers.map(({ id, fullName }) => ({ value: id, label: fullName })),
    // The provider's people write hours on orders of other companies too.
    { value: ownId, label: user.name },
    ...(entry ? [{ value: entry.userId, label: entry.user.fullName }] : []),
  ].filter(({ value }) => !known.some((user) => user.value === value));
  const all = [...known, ...new Map(here.map((user) => [user.value, user])).values()];
  return <SelectField form={form} name="userId" label="workorders.orderTimes.user" options={all} />;
}
