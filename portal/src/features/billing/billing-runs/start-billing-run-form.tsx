import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { customers } from '#contract/billing/customers.ts';
import { previousMonth } from '#contract/billing/periods.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { MultiPicker } from '#portal/kit/form/select-field.tsx';
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
  const mayChoose = usePermission()('fm.customers.read.system');
  const customerRows = useAllRows(customers, {}, {}, { enabled: mayChoose });
  const create = runHooks.useCreate({});
  const form = useResourceForm({
    initial: { period: previousMonth(today), companyIds: [] as readonly string[] },
    save: ({ period, companyIds }) => create.mutateAsync({ period, companyIds: [...companyIds] }),
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
      {mayChoose && (
        <MultiPicker
          form={form}
          name="companyIds"
          label={text('billing.billingRuns.customers')}
          hint="billing.billingRuns.customersHint"
          options={(customerRows.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          max={1000}
          isOptional
        />
      )}
    </FormModal>
  );
}
