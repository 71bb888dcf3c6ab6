import { useState } from 'react';
import { amsterdamClock } from '#contract/dates.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SearchPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { TimeField } from '#portal/kit/form/time-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { hoursText, minutesOf, momentsOf, type OrderTimeValues } from '../order-times/order-times.rules.ts';
import styles from './timesheets.module.css';
import type { SheetOrder } from './timesheet.rules.ts';
import { useOpenOrders } from './use-timesheet.ts';

interface EntryDialogProps {
  readonly userId: string;
  /** The orders of the week, which can be chosen without a search. */
  readonly orders: readonly SheetOrder[];
  /** What it begins with. */
  readonly initial: {
    readonly workOrderId: string | null;
    readonly startTime: string;
    readonly endTime: string;
  };
  readonly onClose: () => void;
}

interface EntryValues extends OrderTimeValues {
  readonly workOrderId: string | null;
}

/** Writes hours from the week: on which order, when, and what was done. */
export function EntryDialog({ userId, orders, initial, onClose }: EntryDialogProps) {
  const text = useText();
  const language = useLanguage();
  const [start, end] = [amsterdamClock(initial.startTime), amsterdamClock(initial.endTime)];
  const empty: EntryValues = {
    workOrderId: initial.workOrderId,
    userId,
    day: start.day,
    startTime: start.time,
    endTime: end.time,
    description: '',
  };
  const form = useRecordForm(
    orderTimes,
    {},
    {
      record: null,
      empty,
      bodyOf: (values) => ({ ...values, ...momentsOf(values) }),
      checksFirst: true,
      onSaved: ({ overlaps }) => {
        onClose();
        if (overlaps) notify({ meaning: 'info', title: text('workorders.orderTimes.overlapSaved') });
      },
    },
  );
  const field = fieldsOf(form, 'workorders.orderTimes');
  const minutes = minutesOf(form.values);
  const [words, setWords] = useState('');
  const chosen = orders.find(({ id }) => id === form.values.workOrderId);
  // The words of what was chosen are no search.
  const found = useOpenOrders(chosen && words === labelOf(chosen) ? '' : words);
  const matching = orders.filter(
    (order) => !order.isInvoiced && labelOf(order).toLowerCase().includes(words.toLowerCase()),
  );
  const options = [
    ...new Map(
      [...(chosen ? [chosen] : []), ...matching, ...found.orders].map((order) => [order.id, order]),
    ).values(),
  ].map((order) => ({ value: order.id, label: labelOf(order) }));
  return (
    <FormModal form={form} title={text('workorders.orderTimes.add')} onClose={onClose}>
      <DateField {...field('day')} />
      <FormRow>
        <TimeField {...field('startTime', 'start')} />
        <TimeField {...field('endTime', 'end')} />
      </FormRow>
      <SearchPicker
        {...field('workOrderId', 'order')}
        options={options}
        onSearch={setWords}
        isLoading={found.isLoading}
      />
      <TextField {...field('description')} isOptional maxLength={500} />
      <p className={styles.sum} aria-live="polite">
        {minutes !== null && text('workorders.orderTimes.total', { hours: hoursText(minutes, language) })}
      </p>
    </FormModal>
  );
}

const labelOf = ({ yearNumber, reference }: SheetOrder) => `${yearNumber} ${reference}`;
