import type { z } from 'zod';
import { billingRuns, billingSettings, billingSettingsWrite } from '#contract/billing/billing-runs.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

type Settings = z.output<typeof billingSettings>;
const path = 'fm/billing-settings';
const url = `/api/${path}`;

/** The sender of the invoices, as printed on them and in the UBL. */
export function SenderForm() {
  const settings = useAnswer([path], url, billingSettings);
  return <Loaded of={settings}>{(stored) => <Form stored={stored} />}</Loaded>;
}

// The value of a DecimalField is in hundredths: 2100 is 21 percent.
type Values = Omit<Settings, 'missing' | 'vatPercentage'> & { readonly vatPercentage: number | null };
const valuesOf = ({ missing: _missing, ...settings }: Settings): Values => ({
  ...settings,
  vatPercentage: Math.round(settings.vatPercentage * 100),
});

const bodyOf = ({ vatPercentage, ...rest }: Values) => ({
  ...rest,
  vatPercentage: vatPercentage === null ? null : vatPercentage / 100,
});

function Form({ stored }: { readonly stored: Settings }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const mayChange = usePermission()('fm.billing.finalise.system');
  const { mutateAsync: save } = useVerb({
    call: (values: Values) => ({ url, method: 'PUT', body: bodyOf(values) }),
    result: billingSettings,
    invalidates: [{ path }, billingRuns],
  });
  const form = useResourceForm({
    initial: valuesOf(stored),
    check: (values) => wrongFields(text, billingSettingsWrite, bodyOf(values)),
    save,
    onSaved: () => {
      go('billing-runs:index');
      notify({ title: text('billing.billingSettings.saved'), meaning: 'ok' });
    },
    fromStored: storedAs(billingSettings, valuesOf),
  });
  const field = fieldsOf(form, 'billing.billingSettings', { isDisabled: !mayChange });
  return (
    <FormPage
      form={form}
      title={text('billing.billingSettings.title')}
      back={{ href: pathTo('billing-runs:index'), label: text('billing.billingRuns.title') }}
      hasSave={mayChange}
    >
      <p className="balie-empty">{text('billing.billingSettings.hint')}</p>
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('street')} maxLength={255} />
      <FormRow>
        <TextField {...field('zipCode')} maxLength={16} />
        <TextField {...field('city')} maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...field('kvkNumber')} maxLength={20} />
        <TextField {...field('vatId')} maxLength={30} />
      </FormRow>
      <TextField {...field('iban')} maxLength={50} />
      <FormRow>
        <TextField {...field('email')} type="email" maxLength={254} isOptional />
        <TextField {...field('phone')} type="tel" maxLength={40} isOptional />
      </FormRow>
      <FormRow>
        <DecimalField {...field('vatPercentage')} sign="%" />
        <NumberField {...field('paymentDays')} hint="billing.billingSettings.paymentDaysHint" maxDigits={3} />
      </FormRow>
    </FormPage>
  );
}
