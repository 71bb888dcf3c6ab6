import { companies } from '#contract/core/companies.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CompaniesFields, newCompany } from './companies-fields.tsx';

const { useOne } = resourceHooks(companies);

export function CompaniesCreate() {
  const go = useGo();
  const back = { href: usePathTo()('companies:index'), label: useText()('core.companies.title') };
  return <CompanyForm record={null} back={back} onSaved={() => go('companies:index')} />;
}

export function CompaniesUpdate() {
  const params = { companyId: useParam('companyId') };
  const go = useGo();
  const href = usePathTo()('companies:detail', params);
  return (
    <Loaded of={useOne(params.companyId, {})} otherwise={href}>
      {(record) => (
        <CompanyForm
          record={record}
          back={{ href, label: record.name }}
          onSaved={() => go('companies:detail', params)}
        />
      )}
    </Loaded>
  );
}

interface CompanyFormProps {
  readonly record: Rec<typeof companies> | null;
  readonly back: { readonly href: string; readonly label: string };
  readonly onSaved: () => void;
}

function CompanyForm({ record, back, onSaved }: CompanyFormProps) {
  const text = useText();
  const form = useRecordForm(companies, {}, { record, empty: newCompany, onSaved });
  const title = text(record === null ? 'core.companies.create' : 'core.companies.update');
  return (
    <FormPage form={form} title={title} back={back}>
      <CompaniesFields form={form} />
    </FormPage>
  );
}
