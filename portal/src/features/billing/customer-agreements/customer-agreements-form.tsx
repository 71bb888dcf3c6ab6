import { formatMoney } from '#contract/money.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import {
  createBody,
  newCustomerAgreement,
  valuesOf,
  type CustomerAgreement,
} from './customer-agreement-values.ts';

const { useCreate, useUpdate } = resourceHooks(customerAgreements);

interface CustomerAgreementsFormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly agreement: CustomerAgreement | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function CustomerAgreementsForm({
  companyId,
  agreement,
  onClose,
  onSaved,
}: CustomerAgreementsFormProps) {
  const text = useText();
  const create = useCreate({ companyId });
  const update = useUpdate({ companyId });
  const form = useResourceForm({
    initial: agreement === null ? newCustomerAgreement : valuesOf(agreement),
    check: (values) =>
      agreement === null
        ? wrongFields(text, customerAgreements.create, createBody(values))
        : wrongFields(text, customerAgreements.update, values),
    save: (values) =>
      agreement === null
        ? create.mutateAsync(createBody(values))
        : update.mutateAsync({ id: agreement.id, body: values }),
    onSaved: () => {
      onClose();
      onSaved();
    },
    fromStored: (current) => {
      const stored = customerAgreements.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  return (
    <FormModal
      form={form}
      title={text(
        agreement === null ? 'billing.customerAgreements.create' : 'billing.customerAgreements.update',
      )}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="priceAgreementId"
        label="billing.customerAgreements.priceAgreementId"
        options={useAgreementOptions(agreement)}
        isDisabled={agreement !== null}
      />
      <NumberField form={form} name="quantity" label="billing.customerAgreements.quantity" maxDigits={4} />
      <FormRow>
        <DateField form={form} name="startdate" label="billing.customerAgreements.startdate" isOptional />
        <DateField form={form} name="enddate" label="billing.customerAgreements.enddate" isOptional />
      </FormRow>
      <p className="balie-empty">
        {text(
          agreement?.isBilled === true
            ? 'billing.customerAgreements.billedHint'
            : 'billing.customerAgreements.datesHint',
        )}
      </p>
    </FormModal>
  );
}

/** What can be given, with its rate; the one that is changed stands for itself, also when it is gone. */
function useAgreementOptions(agreement: CustomerAgreement | null) {
  const text = useText();
  const language = useLanguage();
  const all = useAllRows(priceAgreements, {}, {}, { enabled: agreement === null });
  if (agreement !== null) return [{ value: agreement.priceAgreementId, label: agreement.name }];
  return (all.data ?? []).map(({ id, name, price, cycleInMonths, isVariable, invoiceType }) => ({
    value: id,
    label: `${name} (${formatMoney(price, 'EUR', language)} ${
      isVariable ? text(`billing.each.${invoiceType}`) : text(`billing.perCycle.${cycleInMonths}`)
    })`,
  }));
}
