import type { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useCountries } from '#portal/kit/form/use-countries.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds: every text is there, and an empty one empties what is stored. */
export const emptyRelation = {
  tag: '',
  name: '',
  address: { street: '', zipCode: '', city: '', postBox: '', country: 'NL' },
  emailAddress: { address: '' },
  phoneNumber: { number: '' },
  websiteUrl: '',
  kvkNumber: '',
  oin: '',
  vatId: '',
  iban: '',
};
export type RelationValues = typeof emptyRelation;

/** The address without what is computed of it. */
export function valuesOf({ address }: Rec<typeof customerRelations>): Partial<RelationValues> {
  const { street, zipCode, city, postBox, country } = address;
  return { address: { street, zipCode, city, postBox, country } };
}

export function CustomerRelationsFields({ form }: { readonly form: ResourceForm<RelationValues> }) {
  const field = fieldsOf(form, 'core.customerRelations', { isOptional: true });
  return (
    <>
      <TextField {...field('name')} maxLength={255} isOptional={false} />
      <FormRow>
        <TextField {...field('tag')} maxLength={32} />
        <TextField {...field('kvkNumber')} maxLength={20} />
      </FormRow>
      <TextField {...field('address.street')} maxLength={255} />
      <FormRow>
        <TextField {...field('address.zipCode')} maxLength={16} />
        <TextField {...field('address.city')} maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...field('address.postBox')} maxLength={100} />
        <SelectField {...field('address.country')} options={useCountries()} isOptional={false} />
      </FormRow>
      <FormRow>
        <TextField {...field('emailAddress.address')} type="email" maxLength={254} />
        <TextField {...field('phoneNumber.number')} type="tel" maxLength={40} />
      </FormRow>
      <TextField
        {...field('websiteUrl')}
        type="url"
        hint="core.customerRelations.websiteUrlHint"
        maxLength={500}
      />
      <FormRow>
        <TextField {...field('vatId')} maxLength={30} />
        <TextField {...field('iban')} maxLength={50} />
      </FormRow>
      <TextField {...field('oin')} hint="core.customerRelations.oinHint" maxLength={40} />
    </>
  );
}
