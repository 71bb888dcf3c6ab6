import { useEffect, useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { CustomerAgreement } from './customer-agreements-form.tsx';

const { useUpdate } = resourceHooks(customerAgreements);

interface EndAgreementFormProps {
  readonly agreement: CustomerAgreement;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Ends an agreement on a day: what was billed stays, from the day after nothing is (§I9). */
export function EndAgreementForm({ agreement, onClose, onSaved }: EndAgreementFormProps) {
  const text = useText();
  const { id, companyId, name } = agreement;
  const [today] = useState(() => dayOfInstant(new Date()));
  const update = useUpdate({ companyId });
  const form = useResourceForm({
    initial: { enddate: agreement.enddate ?? today },
    save: ({ enddate }) => update.mutateAsync({ id, body: { ...agreement, enddate } }),
    onSaved: () => {
      onClose();
      onSaved();
    },
  });
  const { report } = form;
  const { enddate } = form.values;
  // Without a day nothing ends.
  useEffect(() => report('enddate', enddate === null ? 'required' : undefined), [enddate, report]);
  return (
    <FormModal
      form={form}
      title={text('billing.customerAgreements.endTitle', { name })}
      onClose={onClose}
      saveLabel={text('billing.customerAgreements.end')}
    >
      <p>{text('billing.customerAgreements.endHint')}</p>
      <DateField form={form} name="enddate" label="billing.customerAgreements.enddate" />
    </FormModal>
  );
}
