import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { previousMonth } from '#contract/billing/periods.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { PeriodPicker } from '../periods/period-picker.tsx';
import { runHooks } from './billing-run.ts';

/** Starts a concept: the figures of all customers over a period. */
export function StartRunForm({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const [today] = useState(() => dayOfInstant(new Date()));
  const create = runHooks.useCreate({});
  const form = useResourceForm({
    initial: { period: previousMonth(today) },
    save: (values) => create.mutateAsync(values),
    onSaved: ({ id }) => {
      onClose();
      go('billing-runs:detail', { runId: id });
    },
  });
  return (
    <FormModal
      form={form}
      title={text('billing.billingRuns.create')}
      onClose={onClose}
      saveLabel={text('billing.billingRuns.start')}
    >
      <p>{text('billing.billingRuns.startHint')}</p>
      <PeriodPicker hasLabel value={form.values.period} onChange={(period) => form.set('period', period)} />
    </FormModal>
  );
}
