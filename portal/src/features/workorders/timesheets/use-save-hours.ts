import { orderTimes } from '#contract/workorders/order-times.ts';
import { useInvalidate, resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { confirm, showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { useText } from '#portal/kit/text.ts';
import { type Entry, planTotal } from './timesheet.rules.ts';

const { useCreate, useUpdate, useRemove } = resourceHooks(orderTimes);

/** What of hours changes. */
interface HoursChange {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly description?: string;
}

/** Saves hours from the week; what the server refuses is said, and the week is asked for again. */
export function useSaveHours(userId: string) {
  const text = useText();
  const create = useCreate({});
  const update = useUpdate({});
  const remove = useRemove({});
  const refresh = useInvalidate(orderTimes);

  /** Whether it was saved. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      void showMessage({ meaning: 'bad', title, body: hint });
      refresh();
      return false;
    }
  }

  const change = ({ id, startTime, endTime, description, rowVersion }: Entry, to: HoursChange) =>
    update.mutateAsync({ id, body: { userId, startTime, endTime, description, rowVersion, ...to } });

  const askToRemove = () =>
    confirm({
      title: text('workorders.timesheets.removeTitle'),
      body: text('workorders.timesheets.removeBody'),
      verb: text('workorders.timesheets.removeVerb'),
      isDanger: true,
    });

  return {
    isSaving: create.isPending || update.isPending || remove.isPending,
    add: (workOrderId: string, span: { readonly startTime: string; readonly endTime: string }) =>
      run(() => create.mutateAsync({ workOrderId, userId, description: '', ...span })),
    change: (entry: Entry, to: HoursChange) => run(() => change(entry, to)),
    async remove(entry: Entry) {
      return (await askToRemove()) && run(() => remove.mutateAsync(entry.id));
    },
    /** Gives a cell a total. */
    async setTotal(ofDay: readonly Entry[], workOrderId: string, day: string, minutes: number) {
      const plan = planTotal(ofDay, workOrderId, day, minutes);
      if (plan.remove.length > 0 && !(await askToRemove())) return false;
      return run(async () => {
        for (const { entry, endTime } of plan.update) await change(entry, { endTime });
        for (const { id } of plan.remove) await remove.mutateAsync(id);
        if (plan.create) await create.mutateAsync({ workOrderId, userId, description: '', ...plan.create });
      });
    },
  };
}
