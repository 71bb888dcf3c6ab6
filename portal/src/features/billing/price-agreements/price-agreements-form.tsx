import { useEffect } from 'react';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { cycleOptions, invoiceTypeOptions, typeOptions } from '../codes.ts';
import {
  createBody,
  newAgreement,
  updateBody,
  valuesOf,
  type PriceAgreement,
} from './price-agreement-values.ts';

const { useCreate, useUpdate } = resourceHooks(priceAgreements);

interface PriceAgreementsFormProps {
  /** The one that is changed, or null for a new one. */
  readonly agreement: PriceAgreement | null;
  readonly onClose: () => void;
}

export function PriceAgreementsForm({ agreement, onClose }: PriceAgreementsFormProps) {
  const text = useText();
  const create = useCreate({});
  const update = useUpdate({});
  const form = useResourceForm({
    initial: agreement === null ? newAgreement : valuesOf(agreement),
    check: (values) =>
      agreement === null
        ? wrongFields(text, priceAgreements.create, createBody(values))
        : wrongFields(text, priceAgreements.update, updateBody(values)),
    save: (values) =>
      agreement === null
        ? create.mutateAsync(createBody(values))
        : update.mutateAsync({ id: agreement.id, body: updateBody(values) }),
    onSaved: onClose,
    fromStored: (current) => {
      const stored = priceAgreements.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const { set } = form;
  const { costs, agreementPrice, invoiceType } = form.values;
  // Fixed costs are not counted by anything (product 2.4).
  useEffect(() => {
    if (costs === false && invoiceType !== 0) set('invoiceType', 0);
  }, [costs, invoiceType, set]);
  // Whoever has it keeps the old rate, unless a day is named from which it is theirs too (§I2).
  const isNewRate = agreement !== null && agreement.customerCount > 0 && agreementPrice !== agreement.price;

  return (
    <FormModal
      form={form}
      title={text(agreement === null ? 'billing.priceAgreements.create' : 'billing.priceAgreements.update')}
      onClose={onClose}
      width={520}
    >
      <TextField form={form} name="name" label="billing.priceAgreements.name" maxLength={255} />
      <ChoiceField
        form={form}
        name="priceAgreementType"
        label="billing.priceAgreements.priceAgreementType"
        options={typeOptions(text)}
      />
      <DecimalField
        form={form}
        name="agreementPrice"
        label="billing.priceAgreements.agreementPrice"
        hint="billing.priceAgreements.agreementPriceHint"
      />
      {isNewRate && (
        <DateField
          form={form}
          name="appliesFrom"
          label="billing.priceAgreements.appliesFrom"
          hint="billing.priceAgreements.appliesFromHint"
          isOptional
        />
      )}
      <ChoiceField
        form={form}
        name="costs"
        label="billing.priceAgreements.costs"
        options={[
          { value: false, label: text('billing.costs.fixed') },
          { value: true, label: text('billing.costs.variable') },
        ]}
      />
      {costs === true && (
        <ChoiceField
          form={form}
          name="invoiceType"
          label="billing.priceAgreements.invoiceTypeField"
          options={invoiceTypeOptions(text)}
        />
      )}
      <ChoiceField
        form={form}
        name="cycleInMonths"
        label="billing.priceAgreements.cycleInMonths"
        hint="billing.priceAgreements.cycleHint"
        options={cycleOptions(text)}
      />
      <FormRow>
        <DateField form={form} name="startdate" label="billing.priceAgreements.startdate" isOptional />
        <DateField form={form} name="enddate" label="billing.priceAgreements.enddate" isOptional />
      </FormRow>
    </FormModal>
  );
}
