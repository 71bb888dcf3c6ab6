import { Button } from '@mantine/core';
import { amsterdamClock, formatInstant } from '#contract/dates.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TimeField } from '#portal/kit/form/time-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { hoursText, momentOf } from './order-times.rules.ts';
import type { Timer } from './use-timer.ts';
import styles from './order-times.module.css';

interface UntilDialogProps {
  readonly timer: Timer;
  readonly onStop: (stop: { readonly workOrderId: string; readonly endTime: string }) => Promise<unknown>;
  readonly onStopped: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

interface UntilValues {
  readonly endDay: string | null;
  readonly endTime: string;
}

/** Until when a clock ran that stopped counting: nothing is suggested, since only its person knows (§E8). */
export function UntilDialog({ timer, onStop, onStopped, onDiscard, onClose }: UntilDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { workOrderId, workOrder, startedAt } = timer;
  const initial: UntilValues = { endDay: amsterdamClock(startedAt).day, endTime: '' };
  const form = useResourceForm({
    initial,
    save: ({ endDay, endTime }) => onStop({ workOrderId, endTime: momentOf(endDay, endTime) }),
    onSaved: onStopped,
  });
  const field = fieldsOf(form, 'workorders.timer');
  const end = momentOf(form.values.endDay, form.values.endTime);
  const minutes = end === '' ? 0 : (Date.parse(end) - Date.parse(startedAt)) / 60_000;
  return (
    <FormModal form={form} title={text('workorders.timer.untilTitle')} onClose={onClose}>
      <p className={styles.question}>
        {text('workorders.timer.untilBody', {
          order: [workOrder.yearNumber, workOrder.reference].filter(Boolean).join(' '),
          start: formatInstant(startedAt),
        })}
      </p>
      <FormRow>
        <DateField {...field('endDay')} />
        <TimeField {...field('endTime')} />
      </FormRow>
      <p className={styles.sum} aria-live="polite">
        {minutes > 0 && text('workorders.orderTimes.total', { hours: hoursText(minutes, language) })}
      </p>
      <Button variant="subtle" color="red" className={styles.discard} onClick={onDiscard}>
        {text('workorders.timer.discard')}
      </Button>
    </FormModal>
  );
}
