import type { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds: every text is there, and an empty one empties what is stored. */
export const newRelation = {
  tag: '',
  name: '',
  address: { street: '', zipCode: '', city: '', postBox: '' },
  emailAddress: { address: '' },
  phoneNumber: { number: '' },
  websiteUrl: '',
  kvkNumber: '',
  vatId: '',
  iban: '',
};
export type RelationValues = typeof newRelation;

/** The address without what is computed of it. */
export function valuesOf({ address }: Rec<typeof customerRelations>): Partial<RelationValues> {
  const { street, zipCode, city, postBox } = address;
  return { address: { street, zipCode, city, postBox } };
}

export function CustomerRelationsFields({ form }: { readonly form: ResourceForm<RelationValues> }) {
  const common = { form, isOptional: true };
  return (
    <>
      <TextField form={form} name="name" label="core.customerRelations.name" maxLength={255} />
      <FormRow>
        <TextField {...common} name="tag" label="core.customerRelations.tag" maxLength={32} />
        <TextField {...common} name="kvkNumber" label="core.customerRelations.kvkNumber" maxLength={20} />
      </FormRow>
      <TextField
        {...common}
        name="address.street"
        label="core.customerRelations.address.street"
        maxLength={255}
      />
      <FormRow>
        <TextField
          {...common}
          name="address.zipCode"
          label="core.customerRelations.address.zipCode"
          maxLength={16}
        />
        <TextField
          {...common}
          name="address.city"
          label="core.customerRelations.address.city"
          maxLength={100}
        />
      </FormRow>
      <TextField
        {...common}
        name="address.postBox"
        label="core.customerRelations.address.postBox"
        maxLength={100}
      />
      <FormRow>
        <TextField
          {...common}
          name="emailAddress.address"
          type="email"
          label="core.customerRelations.emailAddress.address"
          maxLength={254}
        />
        <TextField
          {...common}
          name="phoneNumber.number"
          type="tel"
          label="core.customerRelations.phoneNumber.number"
          maxLength={40}
        />
      </FormRow>
      <TextField
        {...common}
        name="websiteUrl"
        type="url"
        label="core.customerRelations.websiteUrl"
        hint="core.customerRelations.websiteUrlHint"
        maxLength={500}
      />
      <FormRow>
        <TextField {...common} name="vatId" label="core.customerRelations.vatId" maxLength={30} />
        <TextField {...common} name="iban" label="core.customerRelations.iban" maxLength={50} />
      </FormRow>
    </>
  );
}
