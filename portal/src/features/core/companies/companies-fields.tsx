import type { companies } from '#contract/core/companies.ts';
import type { UpdateInput } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FileField } from '#portal/kit/form/file-field.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds; a new company is active (product 1.9). */
export const newCompany: UpdateInput<typeof companies> = {
  name: '',
  domainName: '',
  logo: null,
  primaRelatienummer: '',
  active: true,
  documentsPerDay: null,
  pagesPerDay: null,
  requestsPerMinute: null,
  storageMb: null,
  secondFactorFrom: null,
};

export function CompaniesFields({ form }: { readonly form: ResourceForm<typeof newCompany> }) {
  const field = fieldsOf(form, 'core.companies');
  const may = usePermission();
  return (
    <>
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('domainName')} hint="core.companies.domainNameHint" maxLength={253} />
      <FileField {...field('logo')} isOptional />
      <TextField {...field('primaRelatienummer', 'primaRelatienummerLong')} maxLength={64} isOptional />
      <YesNoField {...field('active')} />
      {may('core.companies.update.system') && (
        <>
          <FormRow>
            <NumberField {...field('documentsPerDay')} hint="core.companies.documentsPerDayHint" isOptional />
            <NumberField {...field('pagesPerDay')} hint="core.companies.pagesPerDayHint" isOptional />
          </FormRow>
          <FormRow>
            <NumberField
              {...field('requestsPerMinute')}
              hint="core.companies.requestsPerMinuteHint"
              isOptional
            />
            <NumberField {...field('storageMb')} hint="core.companies.storageMbHint" isOptional />
          </FormRow>
        </>
      )}
      <DateField {...field('secondFactorFrom')} hint="core.companies.secondFactorFromHint" isOptional />
    </>
  );
}
