import { Navigate } from '@tanstack/react-router';
import { companies } from '#contract/core/companies.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CompaniesFields, newCompany, valuesOf } from './companies-fields.tsx';

const { useCreate, useOne, useUpdate } = resourceHooks(companies);

export function CompaniesCreate() {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const create = useCreate({});
  const form = useResourceForm({
    initial: newCompany,
    save: (values) => create.mutateAsync(values),
    onSaved: () => go('companies:index'),
  });
  return (
    <FormPage
      form={form}
      title={text('core.companies.create')}
      back={{ href: pathTo('companies:index'), label: text('core.companies.title') }}
    >
      <CompaniesFields form={form} />
    </FormPage>
  );
}

export function CompaniesUpdate() {
  const companyId = useParam('companyId');
  const pathTo = usePathTo();
  const company = useOne(companyId, {});
  // Without a company there is nothing to change: the detail says why (product 1.4). One that goes while it
  // is being edited leaves the person what was typed.
  if (company.data === undefined && company.error !== null)
    return <Navigate to={pathTo('companies:detail', { companyId })} replace />;
  return <Loaded of={company}>{(record) => <Update company={record} />}</Loaded>;
}

function Update({ company }: { readonly company: Rec<typeof companies> }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const update = useUpdate({});
  const params = { companyId: company.id };
  const form = useResourceForm({
    initial: valuesOf(company),
    save: (values) => update.mutateAsync({ id: company.id, body: values }),
    onSaved: () => go('companies:detail', params),
    fromStored: (current) => {
      const stored = companies.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  return (
    <FormPage
      form={form}
      title={text('core.companies.update')}
      back={{ href: pathTo('companies:detail', params), label: company.name }}
    >
      <CompaniesFields form={form} />
    </FormPage>
  );
}
