import { useEffect } from 'react';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { cycleOptions, invoiceTypeOptions, typeOptions } from '../codes.ts';
import { bodyOf, newAgreement, valuesOf, type PriceAgreement } from './price-agreement-values.ts';

interface PriceAgreementsFormProps {
  /** The one that is changed, or null for a new one. */
  readonly agreement: PriceAgreement | null;
  readonly onClose: () => void;
}

export function PriceAgreementsForm({ agreement, onClose }: PriceAgreementsFormProps) {
  const text = useText();
  const form = useRecordForm(
    priceAgreements,
    {},
    { record: agreement, empty: newAgreement, valuesOf, bodyOf, checksFirst: true, onSaved: onClose },
  );
  const { set } = form;
  const { costs, agreementPrice, invoiceType } = form.values;
  // Fixed costs are not counted by anything (product 2.4).
  useEffect(() => {
    if (costs === false && invoiceType !== 0) set('invoiceType', 0);
  }, [costs, invoiceType, set]);
  // Whoever has it keeps the old rate, unless a day is named from which it is theirs too (§I2).
  const isNewRate = agreement !== null && agreement.customerCount > 0 && agreementPrice !== agreement.price;

  const field = fieldsOf(form, 'billing.priceAgreements');
  return (
    <FormModal
      form={form}
      title={text(agreement === null ? 'billing.priceAgreements.create' : 'billing.priceAgreements.update')}
      onClose={onClose}
      width={520}
    >
      <TextField {...field('name')} maxLength={255} />
      <ChoiceField {...field('priceAgreementType')} options={typeOptions(text)} />
      <DecimalField {...field('agreementPrice')} hint="billing.priceAgreements.agreementPriceHint" />
      {isNewRate && (
        <DateField {...field('appliesFrom')} hint="billing.priceAgreements.appliesFromHint" isOptional />
      )}
      <ChoiceField
        {...field('costs')}
        options={[
          { value: false, label: text('billing.costs.fixed') },
          { value: true, label: text('billing.costs.variable') },
        ]}
      />
      {costs === true && (
        <ChoiceField {...field('invoiceType', 'invoiceTypeField')} options={invoiceTypeOptions(text)} />
      )}
      <ChoiceField
        {...field('cycleInMonths')}
        hint="billing.priceAgreements.cycleHint"
        options={cycleOptions(text)}
      />
      <FormRow>
        <DateField {...field('startdate')} isOptional />
        <DateField {...field('enddate')} isOptional />
      </FormRow>
    </FormModal>
  );
}
