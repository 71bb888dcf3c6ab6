import { couplings, type administrations } from '#contract/core/administrations.ts';
import { hasExporter } from '#contract/invoicing/deliveries.ts';
import type { CreateInput, Draft, UpdateInput } from '#contract/resource.ts';
import { ChoiceField, YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { CountField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useCountries } from '#portal/kit/form/use-countries.ts';
import { useText } from '#portal/kit/text.ts';

/** What the form holds; nothing is coupled until it is chosen. */
export type AdministrationValues = Draft<
  CreateInput<typeof administrations> & UpdateInput<typeof administrations>
>;

export const newAdministration: AdministrationValues = {
  tag: '',
  name: '',
  coupling: '',
  kvkNumber: '',
  vatId: '',
  iban: '',
  street: '',
  postalCode: '',
  city: '',
  country: 'NL',
  mailHostname: '',
  mailUsername: '',
  mailPassword: '',
  mailbox: '',
  mailIsActive: false,
  firstMonth: 1,
  isRealEstate: false,
};

/** The body that is sent: a password that nobody typed stays what it is (§J1). */
export function bodyOf({ mailPassword, ...values }: AdministrationValues): AdministrationValues {
  return { ...values, ...(mailPassword ? { mailPassword } : {}) };
}

interface FieldsProps {
  readonly form: ResourceForm<AdministrationValues>;
  readonly hasPassword: boolean;
}

export function AdministrationsFields({ form, hasPassword }: FieldsProps) {
  const text = useText();
  const field = fieldsOf(form, 'core.administrations');
  const onOff = [
    { value: true, label: text('core.administrations.on') },
    { value: false, label: text('core.administrations.off') },
  ];
  return (
    <>
      <FormRow>
        <TextField {...field('tag')} maxLength={32} />
        <SelectField
          {...field('coupling')}
          {...(form.values.coupling === '' || hasExporter(form.values.coupling ?? '')
            ? {}
            : { hint: 'core.administrations.noExporter' })}
          options={couplings.map((name) => ({ value: name, label: name }))}
        />
      </FormRow>
      <TextField {...field('name')} maxLength={255} />
      <FormRow>
        <TextField {...field('kvkNumber')} maxLength={20} isOptional />
        <TextField {...field('vatId')} maxLength={30} isOptional />
      </FormRow>
      <TextField {...field('iban')} hint="core.administrations.codesHint" maxLength={50} isOptional />
      <TextField {...field('street')} hint="core.administrations.streetHint" maxLength={255} isOptional />
      <FormRow>
        <TextField {...field('postalCode')} maxLength={20} isOptional />
        <TextField {...field('city')} maxLength={255} isOptional />
      </FormRow>
      <SelectField {...field('country')} options={useCountries()} />
      <FormRow>
        <CountField {...field('firstMonth')} hint="core.administrations.firstMonthHint" min={1} max={12} />
        <YesNoField {...field('isRealEstate')} hint="core.administrations.isRealEstateHint" />
      </FormRow>
      <FormRow>
        <TextField {...field('mailHostname')} hint="core.administrations.mailHostnameHint" isOptional />
        <TextField {...field('mailbox', 'mailboxName')} isOptional />
      </FormRow>
      <FormRow>
        <TextField {...field('mailUsername')} isOptional />
        <TextField
          {...field('mailPassword')}
          type="password"
          autoComplete="new-password"
          {...(hasPassword
            ? {
                hint: 'core.administrations.mailPasswordKept',
                placeholder: text('core.administrations.passwordStored'),
              }
            : {})}
          isOptional
        />
      </FormRow>
      <ChoiceField {...field('mailIsActive')} options={onOff} />
    </>
  );
}
