import { companies } from '#contract/core/companies.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { everybody, type GroupValues } from './group-values.ts';

/** Whose people a new group is for; changing it clears the chosen users. */
export function CompanyField({ form }: { readonly form: ResourceForm<GroupValues> }) {
  const text = useText();
  const { data = [] } = useAllRows(companies, {});
  const options = [
    { value: everybody, label: text('core.groups.system') },
    ...data.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SelectField
      form={{
        ...form,
        set: (path, value) => {
          form.set(path, value);
          form.set('userIds', []);
        },
      }}
      name="companyId"
      label="core.groups.company"
      hint="core.groups.companyHint"
      options={options}
      isSearchable
    />
  );
}
