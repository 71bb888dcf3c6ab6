import { administrations } from '#contract/core/administrations.ts';
import { creditors } from '#contract/invoicing/creditors.ts';
import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useCountries } from '#portal/kit/form/use-countries.ts';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Creditor, creditorHooks } from './creditors.api.ts';
import { CreditorNumbers } from './creditor-numbers.tsx';

const { useList: useAdministrations } = resourceHooks(administrations);

// A creditor whose country no document said is taken as a Dutch one when it is saved.
const valuesOf = ({
  name,
  street,
  postalCode,
  city,
  country,
  email,
  kvk,
  vatId,
  numbers,
  rowVersion,
}: Creditor) => ({
  name,
  street,
  postalCode,
  city,
  country: country || 'NL',
  email,
  kvk: kvk ?? '',
  vatId: vatId ?? '',
  numbers,
  rowVersion,
});

const bodyOf = ({ numbers, ...values }: ReturnType<typeof valuesOf>) => ({
  ...values,
  numbers: numbers
    .filter(({ number }) => number.trim() !== '')
    .map(({ administrationId, number }) => ({ administrationId, number })),
});

export function CreditorsUpdate() {
  const creditorId = useParam('creditorId');
  const creditor = creditorHooks.useOne(creditorId, {});
  return (
    <Loaded of={creditor} otherwise={usePathTo()('creditors:detail', { creditorId })}>
      {(record) => <CreditorForm creditor={record} />}
    </Loaded>
  );
}

function CreditorForm({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const params = { creditorId: creditor.id };
  const administrations = useNumberedAdministrations(creditor.companyId);
  const countries = useCountries();
  const { mutateAsync: save } = creditorHooks.useUpdate({});
  const form = useResourceForm({
    initial: valuesOf(creditor),
    save: (values) => save({ id: creditor.id, body: bodyOf(values) }),
    onSaved: () => go('creditors:detail', params),
    fromStored: storedAs(creditors.record, valuesOf),
  });
  const field = fieldsOf(form, 'invoicing.creditors', { isOptional: true });
  return (
    <FormPage
      form={form}
      title={text('invoicing.creditors.update')}
      back={{ href: pathTo('creditors:detail', params), label: creditor.name }}
    >
      <TextField {...field('name')} maxLength={255} isOptional={false} />
      <TextField {...field('street')} maxLength={255} />
      <FormRow>
        <TextField {...field('postalCode')} maxLength={20} />
        <TextField {...field('city')} maxLength={255} />
      </FormRow>
      <FormRow>
        <SelectField {...field('country')} options={countries} isOptional={false} />
        <TextField {...field('email')} type="email" maxLength={254} />
      </FormRow>
      <FormRow>
        <TextField {...field('kvk')} maxLength={20} />
        <TextField {...field('vatId')} maxLength={30} />
      </FormRow>
      {administrations && (
        <CreditorNumbers
          administrations={administrations}
          numbers={form.values.numbers}
          error={form.errors['numbers']?.[0]}
          onChange={(numbers) => form.set('numbers', [...numbers])}
        />
      )}
    </FormPage>
  );
}

// Those that the person may read, or whose delivery they set up; undefined for who may do neither.
function useNumberedAdministrations(companyId: string) {
  const may = usePermission();
  const mayRead = may('core.administrations.read');
  const maySetUp = !mayRead && may('fmmodule.deliverysettings.read');
  const known = useAdministrations({ top: 200 }, { companyId }, { enabled: mayRead });
  const settings = useAllRows(deliverySettings, {}, {}, { enabled: maySetUp });
  if (mayRead) return known.data?.result ?? [];
  if (!maySetUp) return undefined;
  return (settings.data ?? [])
    .filter((one) => one.companyId === companyId)
    .map(({ id, administration }) => ({ id, name: administration.name }));
}
