import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { offerSettings, offerSettingsWrite, offers } from '#contract/workorders/offers.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';

const answer = z.object({ result: offerSettings });
type Settings = z.output<typeof offerSettings>;

interface SettingsDialogProps {
  /** Whose letterhead. */
  readonly companyId: string;
  readonly onClose: () => void;
}

function useSettingsUrl(companyId: string): string {
  return `/api/comceptum/offer-settings?companyId=${encodeURIComponent(companyId)}`;
}

/** The letterhead of a company, and how its offers are made. */
export function SettingsDialog(props: SettingsDialogProps) {
  const text = useText();
  const http = useHttp();
  const url = useSettingsUrl(props.companyId);
  const settings = useQuery({
    queryKey: [...useKeyStart(), 'comceptum/offer-settings', props.companyId],
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
    gcTime: 0,
  });
  if (settings.data) return <SettingsForm {...props} settings={settings.data} />;
  return (
    <Dialog title={text('workorders.offers.settings.title')} onClose={props.onClose} width={640}>
      <Loaded of={settings}>{() => null}</Loaded>
    </Dialog>
  );
}

// A field for decimals holds hundredths: 2100 is 21 percent.
type Values = Omit<Settings, 'hasLogo' | 'companyId' | 'vatPercentage'> & {
  readonly vatPercentage: number | null;
};

function valuesOf({ hasLogo: _hasLogo, companyId: _companyId, ...stored }: Settings): Values {
  return { ...stored, vatPercentage: Math.round(stored.vatPercentage * 100) };
}

const bodyOf = ({ vatPercentage, ...rest }: Values) => ({
  ...rest,
  vatPercentage: vatPercentage === null ? null : vatPercentage / 100,
});

function SettingsForm({
  companyId,
  settings,
  onClose,
}: SettingsDialogProps & { readonly settings: Settings }) {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const url = useSettingsUrl(companyId);
  const form = useResourceForm({
    initial: valuesOf(settings),
    check: (values) => wrongFields(text, offerSettingsWrite, bodyOf(values)),
    save: (values: Values) => http.call(url, answer, { method: 'PUT', body: bodyOf(values) }),
    onSaved: () => {
      // What an offer starts from has another letterhead now.
      void invalidateResource(client, offers.path);
      onClose();
    },
    fromStored: (current) => {
      const stored = offerSettings.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const label = (name: keyof Values) => `workorders.offers.settings.${name}`;
  const optional = { form, isOptional: true };
  return (
    <FormModal form={form} title={text('workorders.offers.settings.title')} width={640} onClose={onClose}>
      {!settings.hasLogo && (
        <MessageBar meaning="info">{text('workorders.offers.settings.noLogo')}</MessageBar>
      )}
      <TextField form={form} name="name" label={label('name')} maxLength={255} />
      <TextField form={form} name="street" label={label('street')} maxLength={255} />
      <FormRow>
        <TextField {...optional} name="zipCode" label={label('zipCode')} maxLength={16} />
        <TextField form={form} name="city" label={label('city')} maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...optional} name="phone" label={label('phone')} type="tel" maxLength={40} />
        <TextField {...optional} name="email" label={label('email')} type="email" maxLength={254} />
      </FormRow>
      <FormRow>
        <TextField {...optional} name="website" label={label('website')} maxLength={255} />
        <TextField {...optional} name="kvkNumber" label={label('kvkNumber')} maxLength={20} />
      </FormRow>
      <FormRow>
        <TextField {...optional} name="vatId" label={label('vatId')} maxLength={20} />
        <TextField {...optional} name="iban" label={label('iban')} maxLength={42} />
      </FormRow>
      <FormRow>
        <DecimalField form={form} name="vatPercentage" label={label('vatPercentage')} sign="%" />
        <NumberField form={form} name="validDays" label={label('validDays')} maxDigits={3} />
      </FormRow>
      <TextField {...optional} name="termsNl" label={label('termsNl')} rows={3} maxLength={4000} />
      <TextField {...optional} name="termsEn" label={label('termsEn')} rows={3} maxLength={4000} />
    </FormModal>
  );
}
