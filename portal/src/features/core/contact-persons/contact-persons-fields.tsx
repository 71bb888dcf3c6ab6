import { fieldsOf } from '#portal/kit/form/fields-of.ts';
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
  const field = fieldsOf(form, 'core.contactPersons');
  return (
    <>
      <FormRow>
        <TextField {...field('firstName')} maxLength={100} />
        <TextField {...field('lastName')} maxLength={100} />
      </FormRow>
      <TextField {...field('function')} maxLength={100} isOptional />
      <FormRow>
        <TextField {...field('landlineNumber.number')} type="tel" maxLength={40} isOptional />
        <TextField {...field('mobileNumber.number')} type="tel" maxLength={40} isOptional />
      </FormRow>
      <TextField {...field('emailAddress.address')} type="email" maxLength={254} isOptional />
    </>
  );
}
