import { groups } from '#contract/core/groups.ts';
import { type IdentityProviderView, identityProviderWrite } from '#contract/core/identity-provider.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
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
  const may = usePermission();
  const save = useSaveProvider(companyId);
  // Those of the company, and those of the system.
  const filter = `companyId eq '${companyId}' or companyId eq null`;
  const { data = [] } = useAllRows(groups, {}, { filter }, { enabled: may('core.groups.read') });
  const known = [
    ...data,
    ...provider.groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName })),
  ];
  const form = useResourceForm({
    initial: {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: '',
      active: provider.active,
      // One a line.
      domains: provider.domains.map(({ domain }) => domain).join('\n'),
      acrValues: provider.acrValues.join('\n'),
      groupsClaim: provider.groupsClaim,
      groups: provider.groups.map(({ value, groupName }) => `${value} = ${groupName}`).join('\n'),
    },
    check: (values) => {
      const wrong = wrongFields(text, identityProviderWrite, bodyOf(values, known));
      const lines = unknownLines(values.groups, known);
      return lines.length === 0
        ? wrong
        : { ...wrong, groups: [text('core.identityProvider.groupsUnknown', { lines: lines.join(', ') })] };
    },
    save: (values) => save.mutateAsync(bodyOf(values, known)),
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
        {...(provider.hasSecret && { hint: 'core.identityProvider.clientSecretHint' })}
      />
      <TextField {...field('domains')} rows={2} isMonospace hint="core.identityProvider.domainsHint" />
      <TextField
        {...field('acrValues')}
        rows={2}
        isMonospace
        isOptional
        hint="core.identityProvider.acrValuesHint"
      />
      <TextField
        {...field('groupsClaim')}
        isOptional
        hint="core.identityProvider.groupsClaimHint"
        maxLength={200}
      />
      {form.values.groupsClaim.trim() !== '' && (
        <TextField {...field('groups')} rows={3} hint="core.identityProvider.groupsHint" />
      )}
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
  readonly acrValues: string;
  readonly groupsClaim: string;
  readonly groups: string;
}

type Group = { readonly id: string; readonly name: string };

function bodyOf({ domains, acrValues, groups: lines, ...values }: Values, known: readonly Group[]) {
  const words = (typed: string) => typed.split(/[\s,]+/).filter((word) => word !== '');
  return {
    ...values,
    domains: words(domains),
    acrValues: words(acrValues),
    groups:
      values.groupsClaim.trim() === ''
        ? []
        : linesOf(lines).flatMap((line) => {
            const group = groupOf(line, known);
            return group ? [{ value: valueOf(line, group), groupId: group.id }] : [];
          }),
  };
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function unknownLines(typed: string, known: readonly Group[]): string[] {
  return linesOf(typed).filter((line) => !groupOf(line, known));
}

// A value may hold `=` itself, such as `CN=Finance,OU=Groups`.
function groupOf(line: string, known: readonly Group[]): Group | undefined {
  return known.find((group) => valueOf(line, group) !== '');
}

function valueOf(line: string, { name }: Group): string {
  const end = line.toLowerCase().endsWith(name.toLowerCase()) ? line.slice(0, -name.length).trimEnd() : '';
  return end.endsWith('=') ? end.slice(0, -1).trim() : '';
}
