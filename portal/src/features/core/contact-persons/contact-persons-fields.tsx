import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds. */
export const newContactPerson = {
  firstName: '',
  lastName: '',
  function: '',
  landlineNumber: { number: '' },
  mobileNumber: { number: '' },
  emailAddress: { address: '' },
};

export function ContactPersonsFields({ form }: { readonly form: ResourceForm<typeof newContactPerson> }) {
  return (
    <>
      <FormRow>
        <TextField form={form} name="firstName" label="core.contactPersons.firstName" maxLength={100} />
        <TextField form={form} name="lastName" label="core.contactPersons.lastName" maxLength={100} />
      </FormRow>
      <TextField
        form={form}
        name="function"
        label="core.contactPersons.function"
        maxLength={100}
        isOptional
      />
      <FormRow>
        <TextField
          form={form}
          name="landlineNumber.number"
          type="tel"
          label="core.contactPersons.landlineNumber.number"
          maxLength={40}
          isOptional
        />
        <TextField
          form={form}
          name="mobileNumber.number"
          type="tel"
          label="core.contactPersons.mobileNumber.number"
          maxLength={40}
          isOptional
        />
      </FormRow>
      <TextField
        form={form}
        name="emailAddress.address"
        type="email"
        label="core.contactPersons.emailAddress.address"
        maxLength={254}
        isOptional
      />
    </>
  );
}
