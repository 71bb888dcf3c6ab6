import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { billingRuns, billingSettings, billingSettingsWrite } from '#contract/billing/billing-runs.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

type Settings = z.output<typeof billingSettings>;
const answer = z.object({ result: billingSettings });
const path = 'fm/billing-settings';
const url = `/api/${path}`;

/** Who sends the invoices: what stands on them and in the UBL. */
export function SenderForm() {
  const http = useHttp();
  const settings = useQuery({
    queryKey: [...useKeyStart(), path],
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
  });
  return <Loaded of={settings}>{(stored) => <Form stored={stored} />}</Loaded>;
}

// A field for decimals holds hundredths: 2100 is 21 percent.
type Values = Omit<Settings, 'missing' | 'vatPercentage'> & { readonly vatPercentage: number | null };
const valuesOf = (settings: Settings): Values => {
  const { name, street, zipCode, city, kvkNumber, vatId, iban, email, phone, paymentDays, rowVersion } =
    settings;
  const vatPercentage = Math.round(settings.vatPercentage * 100);
  return {
    name,
    street,
    zipCode,
    city,
    kvkNumber,
    vatId,
    iban,
    email,
    phone,
    paymentDays,
    rowVersion,
    vatPercentage,
  };
};

const bodyOf = ({ vatPercentage, ...rest }: Values) => ({
  ...rest,
  vatPercentage: vatPercentage === null ? null : vatPercentage / 100,
});

function Form({ stored }: { readonly stored: Settings }) {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const go = useGo();
  const pathTo = usePathTo();
  const mayChange = usePermission()('fm.billing.finalise.system');
  const form = useResourceForm<Values, Settings>({
    initial: valuesOf(stored),
    check: (values) => wrongFields(text, billingSettingsWrite, bodyOf(values)),
    save: async (values) => (await http.call(url, answer, { method: 'PUT', body: bodyOf(values) })).result,
    onSaved: () => {
      void invalidateResource(client, path);
      void invalidateResource(client, billingRuns.path);
      go('billing-runs:index');
      notify({ title: text('billing.billingSettings.saved'), meaning: 'ok' });
    },
    fromStored: (current) => {
      const read = billingSettings.safeParse(current);
      return read.success ? valuesOf(read.data) : undefined;
    },
  });
  const common = { form, isDisabled: !mayChange };
  return (
    <FormPage
      form={form}
      title={text('billing.billingSettings.title')}
      back={{ href: pathTo('billing-runs:index'), label: text('billing.billingRuns.title') }}
      hasSave={mayChange}
    >
      <p className="balie-empty">{text('billing.billingSettings.hint')}</p>
      <TextField {...common} name="name" label="billing.billingSettings.name" maxLength={255} />
      <TextField {...common} name="street" label="billing.billingSettings.street" maxLength={255} />
      <FormRow>
        <TextField {...common} name="zipCode" label="billing.billingSettings.zipCode" maxLength={16} />
        <TextField {...common} name="city" label="billing.billingSettings.city" maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...common} name="kvkNumber" label="billing.billingSettings.kvkNumber" maxLength={20} />
        <TextField {...common} name="vatId" label="billing.billingSettings.vatId" maxLength={30} />
      </FormRow>
      <TextField {...common} name="iban" label="billing.billingSettings.iban" maxLength={50} />
      <FormRow>
        <TextField
          {...common}
          name="email"
          type="email"
          label="billing.billingSettings.email"
          maxLength={254}
          isOptional
        />
        <TextField
          {...common}
          name="phone"
          type="tel"
          label="billing.billingSettings.phone"
          maxLength={40}
          isOptional
        />
      </FormRow>
      <FormRow>
        <DecimalField
          {...common}
          name="vatPercentage"
          label="billing.billingSettings.vatPercentage"
          sign="%"
        />
        <NumberField
          {...common}
          name="paymentDays"
          label="billing.billingSettings.paymentDays"
          hint="billing.billingSettings.paymentDaysHint"
          maxDigits={3}
        />
      </FormRow>
    </FormPage>
  );
}
