import { Button, TextInput, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import type { Rec } from '#contract/resource.ts';
import { makePassword } from '#contract/identity/make-password.ts';
import { loadInviteDialog } from '#portal/features/core/index.ts';
import { loadPasswordRules } from '#portal/features/identity/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SearchPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useRelationOptions } from '../orders/use-relation-options.ts';
import styles from './portal-user-form.module.css';

const { useCreate } = resourceHooks(portalUsers);
const PasswordRules = lazy(async () => ({ default: await loadPasswordRules() }));
const InviteDialog = lazy(async () => ({ default: await loadInviteDialog() }));

interface Values {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly customerRelationId: string | null;
  readonly access: 'invitation' | 'password';
  readonly password: string;
  readonly confirmPassword: string;
}

const newUser: Values = {
  firstName: '',
  lastName: '',
  emailAddress: '',
  customerRelationId: null,
  access: 'invitation',
  password: '',
  confirmPassword: '',
};

/** A new user of a customer relation: one call in the place of the two of product 2.7 (§F9). */
export function PortalUserCreate() {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const create = useCreate({});
  const [invited, setInvited] = useState<Rec<typeof portalUsers> | null>(null);
  const form = useResourceForm({
    initial: newUser,
    save: ({ access, password, confirmPassword, customerRelationId, ...values }) => {
      const credentials = access === 'invitation' ? { invite: true } : { password, confirmPassword };
      return create.mutateAsync({ ...values, customerRelationId: customerRelationId ?? '', ...credentials });
    },
    onSaved: (saved) => {
      if (form.values.access === 'invitation') return setInvited(saved);
      go('user-customer-relations:index');
      notify({ title: text('carpetline.users.made', { name: saved.user.fullName }), meaning: 'ok' });
    },
  });
  return (
    <FormPage
      form={form}
      title={text('carpetline.users.create')}
      back={{ href: pathTo('user-customer-relations:index'), label: text('carpetline.users.title') }}
    >
      <Fields form={form} />
      {invited && (
        <Suspense>
          <InviteDialog
            url={`/api/${portalUsers.path}/${invited.id}/invite`}
            user={invited.user}
            onClose={() => go('user-customer-relations:index')}
          />
        </Suspense>
      )}
    </FormPage>
  );
}

function Fields({ form }: { readonly form: ResourceForm<Values> }) {
  const text = useText();
  const relations = useRelationOptions(form.values.customerRelationId);
  const field = fieldsOf(form, 'carpetline.users');
  const isByPassword = form.values.access === 'password';
  return (
    <>
      <SearchPicker {...field('customerRelationId', 'relation')} {...relations} />
      <FormRow>
        <TextField {...field('firstName')} maxLength={100} />
        <TextField {...field('lastName')} maxLength={100} />
      </FormRow>
      <TextField {...field('emailAddress')} type="email" maxLength={254} />
      <ChoiceField
        {...field('access')}
        hint={isByPassword ? 'carpetline.users.passwordHint' : 'carpetline.users.invitationHint'}
        options={[
          { value: 'invitation', label: text('carpetline.users.byInvitation') },
          { value: 'password', label: text('carpetline.users.byPassword') },
        ]}
      />
      {isByPassword && <Passwords form={form} />}
    </>
  );
}

function Passwords({ form }: { readonly form: ResourceForm<Values> }) {
  const text = useText();
  const clipboard = useClipboard();
  const [generated, setGenerated] = useState<string | null>(null);
  const field = fieldsOf(form, 'carpetline.users');
  const { password } = form.values;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  function generate() {
    const made = makePassword();
    setGenerated(made);
    form.set('password', made);
    form.set('confirmPassword', made);
  }
  return (
    <>
      <FormRow>
        <Tooltip
          multiline
          position="bottom-start"
          classNames={{ tooltip: styles.rules ?? '' }}
          events={{ hover: true, focus: true, touch: true }}
          label={
            <Suspense>
              <PasswordRules password={password} />
            </Suspense>
          }
        >
          <div>
            <TextField {...field('password')} type="password" autoComplete="new-password" />
          </div>
        </Tooltip>
        <TextField {...field('confirmPassword')} type="password" autoComplete="new-password" />
      </FormRow>
      <div>
        <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={generate}>
          {text('carpetline.users.generate')}
        </Button>
      </div>
      {generated !== null && (
        <TextInput
          label={text('carpetline.users.generated')}
          value={generated}
          readOnly
          data-monospace
          onFocus={(event) => event.currentTarget.select()}
          rightSectionWidth={120}
          rightSectionPointerEvents="all"
          rightSection={
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
              onClick={() => clipboard.copy(generated)}
            >
              {text(clipboard.copied ? 'core.users.copied' : 'carpetline.users.copy')}
            </Button>
          }
        />
      )}
    </>
  );
}
