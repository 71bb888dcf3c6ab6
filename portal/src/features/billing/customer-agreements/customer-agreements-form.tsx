import { formatMoney } from '#contract/money.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import type { Rec } from '#contract/resource.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';

/** An agreement of a customer as the server gives it. */
export type CustomerAgreement = Rec<typeof customerAgreements>;

interface Values {
  readonly priceAgreementId: string | null;
  readonly quantity: number | null;
  readonly startdate: string | null;
  readonly enddate: string | null;
}
const empty: Values = { priceAgreementId: null, quantity: 1, startdate: null, enddate: null };

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
  const form = useRecordForm(
    customerAgreements,
    { companyId },
    {
      record: agreement,
      empty,
      // Without a first day the server takes that of the price agreement.
      bodyOf: ({ startdate, ...values }) =>
        agreement === null && startdate === null ? values : { ...values, startdate },
      checksFirst: true,
      onSaved() {
        onClose();
        onSaved();
      },
    },
  );
  const field = fieldsOf(form, 'billing.customerAgreements');
  return (
    <FormModal
      form={form}
      title={text(
        agreement === null ? 'billing.customerAgreements.create' : 'billing.customerAgreements.update',
      )}
      onClose={onClose}
    >
      <SelectField
        {...field('priceAgreementId')}
        options={useAgreementOptions(agreement)}
        isDisabled={agreement !== null}
      />
      <NumberField {...field('quantity')} maxDigits={4} />
      <FormRow>
        <DateField {...field('startdate')} isOptional />
        <DateField {...field('enddate')} isOptional />
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

/** The agreements to choose from, with their rates; an existing one keeps its agreement, also when it was deleted. */
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
