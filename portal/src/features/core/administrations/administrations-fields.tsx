import { couplings, type administrations } from '#contract/core/administrations.ts';
import type { CreateInput, Draft, Rec, UpdateInput } from '#contract/resource.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
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
  mailHostname: '',
  mailUsername: '',
  mailPassword: '',
  mailbox: '',
  mailIsActive: false,
};

export function valuesOf(administration: Rec<typeof administrations>): AdministrationValues {
  const {
    tag,
    name,
    coupling,
    kvkNumber,
    vatId,
    iban,
    mailHostname,
    mailUsername,
    mailbox,
    mailIsActive,
    rowVersion,
  } = administration;
  return {
    tag,
    name,
    coupling,
    kvkNumber,
    vatId,
    iban,
    mailHostname,
    mailUsername,
    mailPassword: '',
    mailbox,
    mailIsActive,
    rowVersion,
  };
}

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
  const onOff = [
    { value: true, label: text('core.administrations.on') },
    { value: false, label: text('core.administrations.off') },
  ];
  return (
    <>
      <FormRow>
        <TextField form={form} name="tag" label="core.administrations.tag" maxLength={32} />
        <SelectField
          form={form}
          name="coupling"
          label="core.administrations.coupling"
          options={couplings.map((name) => ({ value: name, label: name }))}
        />
      </FormRow>
      <TextField form={form} name="name" label="core.administrations.name" maxLength={255} />
      <FormRow>
        <TextField
          form={form}
          name="kvkNumber"
          label="core.administrations.kvkNumber"
          maxLength={20}
          isOptional
        />
        <TextField form={form} name="vatId" label="core.administrations.vatId" maxLength={30} isOptional />
      </FormRow>
      <TextField
        form={form}
        name="iban"
        label="core.administrations.iban"
        hint="core.administrations.codesHint"
        maxLength={50}
        isOptional
      />
      <FormRow>
        <TextField
          form={form}
          name="mailHostname"
          label="core.administrations.mailHostname"
          hint="core.administrations.mailHostnameHint"
          isOptional
        />
        <TextField form={form} name="mailbox" label="core.administrations.mailboxName" isOptional />
      </FormRow>
      <FormRow>
        <TextField form={form} name="mailUsername" label="core.administrations.mailUsername" isOptional />
        <TextField
          form={form}
          name="mailPassword"
          label="core.administrations.mailPassword"
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
      <ChoiceField
        form={form}
        name="mailIsActive"
        label="core.administrations.mailIsActive"
        options={onOff}
      />
    </>
  );
}
