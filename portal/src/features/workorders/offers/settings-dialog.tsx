import type { z } from 'zod';
import { offerSettings, offerSettingsWrite, offers } from '#contract/workorders/offers.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { LoadedDialog } from '#portal/kit/dialog/loaded-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { rateOf, VatRatesField, type RatesValues } from './vat-rates-field.tsx';

type Settings = z.output<typeof offerSettings>;
const path = 'comceptum/offer-settings';
const urlOf = (companyId: string) => `/api/${path}?companyId=${encodeURIComponent(companyId)}`;

interface SettingsDialogProps {
  /** Whose letterhead. */
  readonly companyId: string;
  readonly onClose: () => void;
}

/** The letterhead of a company, and how its offers are made. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { companyId, onClose } = props;
  const title = useText()('workorders.offers.settings.title');
  const settings = useAnswer([path, companyId], urlOf(companyId), offerSettings, { gcTime: 0 });
  return (
    <LoadedDialog of={settings} title={title} onClose={onClose} width={640}>
      {(stored) => <SettingsForm {...props} settings={stored} />}
    </LoadedDialog>
  );
}

// A field for decimals holds hundredths: 2100 is 21 percent.
type Values = Omit<Settings, 'hasLogo' | 'companyId' | 'vatPercentage' | 'vatRates'> &
  RatesValues & { readonly vatPercentage: number | null };

function valuesOf({ hasLogo: _hasLogo, companyId: _companyId, ...stored }: Settings): Values {
  return {
    ...stored,
    vatPercentage: Math.round(stored.vatPercentage * 100),
    vatRates: stored.vatRates.map((rate) => ({
      ...rate,
      percentage: String(rate.percentage).replace('.', ','),
    })),
  };
}

const bodyOf = ({ vatPercentage, vatRates, ...rest }: Values) => ({
  ...rest,
  vatRates: vatRates.map(rateOf),
  vatPercentage: vatPercentage === null ? null : vatPercentage / 100,
});

function SettingsForm({
  companyId,
  settings,
  onClose,
}: SettingsDialogProps & { readonly settings: Settings }) {
  const text = useText();
  const save = useVerb({
    call: (body: ReturnType<typeof bodyOf>) => ({ url: urlOf(companyId), method: 'PUT', body }),
    // What an offer starts from has another letterhead now.
    invalidates: [offers],
  });
  const form = useResourceForm({
    initial: valuesOf(settings),
    check: (values) => wrongFields(text, offerSettingsWrite, bodyOf(values)),
    save: (values: Values) => save.mutateAsync(bodyOf(values)),
    onSaved: onClose,
    fromStored: storedAs(offerSettings, valuesOf),
  });
  const field = fieldsOf(form, 'workorders.offers.settings');
  return (
    <FormModal form={form} title={text('workorders.offers.settings.title')} width={640} onClose={onClose}>
      {!settings.hasLogo && (
        <MessageBar meaning="info">{text('workorders.offers.settings.noLogo')}</MessageBar>
      )}
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('street')} maxLength={255} />
      <FormRow>
        <TextField {...field('zipCode')} isOptional maxLength={16} />
        <TextField {...field('city')} maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...field('phone')} isOptional type="tel" maxLength={40} />
        <TextField {...field('email')} isOptional type="email" maxLength={254} />
      </FormRow>
      <FormRow>
        <TextField {...field('website')} isOptional maxLength={255} />
        <TextField {...field('kvkNumber')} isOptional maxLength={20} />
      </FormRow>
      <FormRow>
        <TextField {...field('vatId')} isOptional maxLength={20} />
        <TextField {...field('iban')} isOptional maxLength={42} />
      </FormRow>
      <FormRow>
        <DecimalField {...field('vatPercentage')} sign="%" />
        <NumberField {...field('validDays')} maxDigits={3} />
      </FormRow>
      <VatRatesField form={form} companyId={companyId} />
      <TextField {...field('termsNl')} isOptional rows={3} maxLength={4000} />
      <TextField {...field('termsEn')} isOptional rows={3} maxLength={4000} />
    </FormModal>
  );
}
