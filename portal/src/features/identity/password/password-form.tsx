import { useNavigate } from '@tanstack/react-router';
import { passwordChangePath } from '#contract/identity/password-change.ts';
import { passwordProblems } from '#contract/identity/password.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { PasswordRules } from './password-rules.tsx';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
type Values = typeof empty;

/** The person's own password; their sessions elsewhere end. */
export function PasswordForm() {
  const text = useText();
  const change = useVerb({
    call: ({ currentPassword, newPassword }: Values) => ({
      url: passwordChangePath,
      body: { currentPassword, newPassword },
    }),
  });
  const navigate = useNavigate();
  const form = useResourceForm({
    initial: empty,
    check: (values) => wrongHere(values, text),
    save: (values: Values) => change.mutateAsync(values),
    onSaved: () => {
      notify({
        title: text('identity.password.done'),
        body: text('identity.password.doneBody'),
        meaning: 'ok',
      });
      void navigate({ to: '/' });
    },
  });
  const field = fieldsOf(form, 'identity.password');
  return (
    <FormPage
      form={form}
      title={text('identity.password.title')}
      back={{ href: '/', label: text('identity.password.back') }}
    >
      <MessageBar meaning="info">{text('identity.password.others')}</MessageBar>
      <TextField {...field('currentPassword', 'current')} type="password" autoComplete="current-password" />
      <TextField {...field('newPassword', 'new')} type="password" autoComplete="new-password" />
      <PasswordRules password={form.values.newPassword} />
      <TextField {...field('confirmPassword', 'again')} type="password" autoComplete="new-password" />
    </FormPage>
  );
}

// The confirmation is not sent: it is checked here, together with the other fields.
function wrongHere({ currentPassword, newPassword, confirmPassword }: Values, text: Text) {
  const errors: Record<string, string[]> = {};
  if (currentPassword === '') errors['current_password'] = [text('contract.code.required')];
  if (passwordProblems(newPassword).length > 0)
    errors['new_password'] = [text('contract.code.weak-password')];
  else if (newPassword !== confirmPassword)
    errors['confirm_password'] = [text('contract.code.passwords-differ')];
  return errors;
}
