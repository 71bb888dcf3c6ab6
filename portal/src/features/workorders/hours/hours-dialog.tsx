import { useState } from 'react';
import { widestScope } from '#contract/permissions.ts';
import type { Row } from '#contract/resource.ts';
import { workOrderTimes } from '#contract/workorders/order-times.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TimeField } from '#portal/kit/form/time-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { useColleagues } from '../work-orders/use-order-pickers.ts';
import { hoursText, hoursValues, minutesOf, momentsOf, newHours, type HoursValues } from './hours.rules.ts';
import styles from './hours.module.css';

const { useCreate, useUpdate } = resourceHooks(workOrderTimes);

/** Hours on an order, as the server has them. */
export type HoursEntry = Row<typeof workOrderTimes>;

interface HoursDialogProps {
  readonly order: Order;
  /** The caller's own id among the users. */
  readonly ownId: string;
  /** The entry that is changed; a new one when absent. */
  readonly entry: HoursEntry | undefined;
  readonly onClose: () => void;
}

const bodyOf = (values: HoursValues) => ({ userId: values.userId, ...momentsOf(values) });

/** Writes hours: one's own, or anybody's for who may (§E8). */
export function HoursDialog({ order, ownId, entry, onClose }: HoursDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { permissions } = useSessionState();
  const scope = widestScope(permissions, 'comceptum.workordertimes.update');
  const mayOthers = scope === 'company' || scope === 'system';
  const parents = { workOrderId: order.id };
  const [create, update] = [useCreate(parents), useUpdate(parents)];
  const [initial] = useState(() => (entry ? hoursValues(entry) : newHours(ownId, new Date())));
  const form = useResourceForm({
    initial,
    check: (values) => wrongFields(text, workOrderTimes.create, bodyOf(values)),
    save: async (values) => {
      const body = bodyOf(values);
      if (entry === undefined) return create.mutateAsync(body);
      return update.mutateAsync({ id: entry.id, body: { ...body, rowVersion: entry.rowVersion } });
    },
    onSaved: ({ overlaps }) => {
      onClose();
      if (overlaps) notify({ meaning: 'info', title: text('workorders.hours.overlapSaved') });
    },
  });
  const minutes = minutesOf(form.values);
  const passesMidnight = minutes !== null && form.values.endTime < form.values.startTime;
  return (
    <FormModal
      form={form}
      title={text(entry ? 'workorders.hours.edit' : 'workorders.hours.add')}
      onClose={onClose}
    >
      {mayOthers && <UserField form={form} order={order} ownId={ownId} entry={entry} />}
      <DateField form={form} name="day" label="workorders.hours.day" />
      <FormRow>
        <TimeField form={form} name="startTime" label="workorders.hours.start" />
        <TimeField form={form} name="endTime" label="workorders.hours.end" />
      </FormRow>
      <p className={styles.sum} aria-live="polite">
        {minutes !== null && text('workorders.hours.total', { hours: hoursText(minutes, language) })}
        {passesMidnight && `, ${text('workorders.hours.nextDay')}`}
      </p>
    </FormModal>
  );
}

interface UserFieldProps {
  readonly form: ResourceForm<HoursValues>;
  readonly order: Order;
  readonly ownId: string;
  readonly entry: HoursEntry | undefined;
}

/** Whose hours: the colleagues of the order's company, oneself, and who stands on the entry already. */
function UserField({ form, order, ownId, entry }: UserFieldProps) {
  const { options = [] } = useColleagues();
  const { user } = useSessionState();
  const known = options.filter(({ companyId }) => companyId === order.companyId);
  const here = [
    ...order.assignedUsers.map(({ id, fullName }) => ({ value: id, label: fullName })),
    // The provider's people write hours on orders of other companies too.
    { value: ownId, label: user.name },
    ...(entry ? [{ value: entry.userId, label: entry.user.fullName }] : []),
  ].filter(({ value }) => !known.some((one) => one.value === value));
  const all = [...known, ...new Map(here.map((one) => [one.value, one])).values()];
  return <SelectField form={form} name="userId" label="workorders.hours.user" options={all} />;
}
