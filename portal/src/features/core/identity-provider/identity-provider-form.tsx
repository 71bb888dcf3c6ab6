import { type IdentityProviderView, identityProviderWrite } from '#contract/core/identity-provider.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useSaveProvider } from './use-identity-provider.ts';

interface FormProps {
  readonly companyId: string;
  readonly provider: IdentityProviderView;
  readonly onClose: () => void;
}

/** The directory of a company: its address, the client there, and the domains of its people. */
export function IdentityProviderForm({ companyId, provider, onClose }: FormProps) {
  const text = useText();
  const save = useSaveProvider(companyId);
  const form = useResourceForm({
    initial: {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: '',
      active: provider.active,
      // One a line.
      domains: provider.domains.map(({ domain }) => domain).join('\n'),
    },
    check: (values) => wrongFields(text, identityProviderWrite, bodyOf(values)),
    save: (values) => save.mutateAsync(bodyOf(values)),
    onSaved: onClose,
  });
  const field = fieldsOf(form, 'core.identityProvider');
  return (
    <FormModal form={form} title={text('core.identityProvider.update')} onClose={onClose}>
      <TextField {...field('issuer')} type="url" hint="core.identityProvider.issuerHint" maxLength={500} />
      <TextField {...field('clientId')} maxLength={255} />
      <TextField
        {...field('clientSecret')}
        type="password"
        autoComplete="new-password"
        isOptional={provider.hasSecret}
        hint="core.identityProvider.clientSecretHint"
      />
      <TextField {...field('domains')} rows={2} isMonospace hint="core.identityProvider.domainsHint" />
      <YesNoField {...field('active')} hint="core.identityProvider.activeHint" />
    </FormModal>
  );
}

interface Values {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly active: boolean;
  readonly domains: string;
}

function bodyOf({ domains, ...values }: Values) {
  return { ...values, domains: domains.split(/[\s,]+/).filter((domain) => domain !== '') };
}
