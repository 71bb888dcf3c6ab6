import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { paymentSettings } from '#contract/invoicing/payments.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { paymentHooks } from './payment.ts';

/** Makes a draft of all that an administration can pay. */
export function MakePaymentForm({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const [today] = useState(() => dayOfInstant(new Date()));
  const settings = useAllRows(paymentSettings, {});
  const ready = (settings.data ?? []).filter(({ isOn, isConfirmed }) => isOn && isConfirmed);
  const create = paymentHooks.useCreate({});
  const form = useResourceForm({
    initial: { administrationId: '', executionDay: today },
    save: ({ administrationId, executionDay }) => {
      const companyId = ready.find(({ id }) => id === administrationId)?.companyId ?? '';
      return create.mutateAsync({ companyId, administrationId, executionDay });
    },
    onSaved: ({ id }) => {
      onClose();
      go('payments:detail', { paymentId: id });
    },
  });
  return (
    <FormModal
      form={form}
      title={text('invoicing.payments.create')}
      onClose={onClose}
      saveLabel={text('invoicing.payments.make')}
    >
      {settings.data && ready.length === 0 ? (
        <MessageBar meaning="warn">{text('invoicing.payments.noneOn')}</MessageBar>
      ) : (
        <p>{text('invoicing.payments.createHint')}</p>
      )}
      <SelectField
        form={form}
        name="administrationId"
        label="invoicing.payments.administrationId"
        options={ready.map(({ id, administration, company }) => ({
          value: id,
          label: `${administration.name} · ${company.name}`,
        }))}
      />
      <DateField form={form} name="executionDay" label="invoicing.payments.executionDay" />
    </FormModal>
  );
}
