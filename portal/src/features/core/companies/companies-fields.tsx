import type { companies } from '#contract/core/companies.ts';
import type { UpdateInput } from '#contract/resource.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FileField } from '#portal/kit/form/file-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds; a new company is active (product 1.9). */
export const newCompany: UpdateInput<typeof companies> = {
  name: '',
  domainName: '',
  logo: null,
  primaRelatienummer: '',
  active: true,
};

export function CompaniesFields({ form }: { readonly form: ResourceForm<typeof newCompany> }) {
  return (
    <>
      <TextField form={form} name="name" label="core.companies.name" maxLength={255} />
      <TextField
        form={form}
        name="domainName"
        label="core.companies.domainName"
        hint="core.companies.domainNameHint"
        maxLength={253}
      />
      <FileField form={form} name="logo" label="core.companies.logo" isOptional />
      <TextField
        form={form}
        name="primaRelatienummer"
        label="core.companies.primaRelatienummerLong"
        maxLength={64}
        isOptional
      />
      <YesNoField form={form} name="active" label="core.companies.active" />
    </>
  );
}
