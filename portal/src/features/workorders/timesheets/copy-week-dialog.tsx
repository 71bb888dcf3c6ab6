import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '#contract/dates.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { hoursText } from '../order-times/order-times.rules.ts';
import { minutesOf } from './timesheet.rules.ts';
import { useCopyWeek, useTimesheet } from './use-timesheet.ts';
import styles from './timesheets.module.css';

interface CopyWeekDialogProps {
  readonly personId: string | null;
  /** The week that is copied to. */
  readonly monday: string;
  /** Puts orders in the week without hours. */
  readonly onOrders: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Copies last week: its orders, and their hours where one asks for them. */
export function CopyWeekDialog({ personId, monday, onOrders, onClose }: CopyWeekDialogProps) {
  const text = useText();
  const language = useLanguage();
  const before = useTimesheet(personId, addDays(monday, -7));
  const copy = useCopyWeek();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [withHours, setWithHours] = useState(false);
  const orders = (before.data?.orders ?? []).filter(({ isInvoiced }) => !isInvoiced);
  const chosen = orders.map(({ id }) => id).filter((id) => !left.has(id));

  async function run() {
    try {
      if (withHours) {
        const { copied, skipped } = await copy.mutateAsync({
          startDate: monday,
          workOrderIds: chosen,
          userId: personId,
        });
        const body = skipped > 0 ? text('workorders.timesheets.skipped', { count: skipped }) : undefined;
        notify({ meaning: 'ok', title: text('workorders.timesheets.copied', { count: copied }), body });
      }
      onOrders(chosen);
      onClose();
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      void showMessage({ meaning: 'bad', title, body: hint });
    }
  }

  return (
    <Dialog title={text('workorders.timesheets.copy')} onClose={onClose}>
      <Loaded of={before}>
        {({ entries }) => (
          <div className={styles.copy}>
            {orders.length === 0 && <p>{text('workorders.timesheets.nothingToCopy')}</p>}
            {orders.map(({ id, yearNumber, reference }, index) => (
              <Checkbox
                key={id}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
                label={`${yearNumber} ${reference} (${hoursText(
                  minutesOf(entries.filter(({ workOrderId }) => workOrderId === id)),
                  language,
                )})`}
                checked={!left.has(id)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(left);
                  if (checked) next.delete(id);
                  else next.add(id);
                  setLeft(next);
                }}
              />
            ))}
            {orders.length > 0 && (
              <Checkbox
                label={text('workorders.timesheets.withHours')}
                description={text('workorders.timesheets.withHoursHint')}
                checked={withHours}
                onChange={({ currentTarget: { checked } }) => setWithHours(checked)}
              />
            )}
          </div>
        )}
      </Loaded>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button
          variant="filled"
          loading={copy.isPending}
          disabled={chosen.length === 0}
          onClick={() => void run()}
        >
          {text('workorders.timesheets.copyVerb')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
