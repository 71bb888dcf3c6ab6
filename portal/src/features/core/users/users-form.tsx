import { users } from '#contract/core/users.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useNotifyWithoutEffect } from '../rights/use-rights.ts';
import { newUser, UsersFields, valuesOf } from './users-fields.tsx';

const { useOne } = resourceHooks(users);

interface UsersFormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly userId: string | null;
  readonly onClose: () => void;
  readonly onSaved: (user: Rec<typeof users>) => void;
}

export function UsersForm({ userId, ...rest }: UsersFormProps) {
  return userId === null ? <UserModal {...rest} user={null} /> : <ExistingUser {...rest} userId={userId} />;
}

// A row of the list does not carry groups and rights, and saving sends them all.
function ExistingUser({ userId, ...rest }: UsersFormProps & { readonly userId: string }) {
  const text = useText();
  const user = useOne(userId, { companyId: rest.companyId });
  if (user.data !== undefined) return <UserModal {...rest} user={user.data} />;
  return (
    <Dialog title={text('core.users.update')} onClose={rest.onClose} width={680}>
      <Loaded of={user}>{() => null}</Loaded>
    </Dialog>
  );
}

type UserModalProps = Omit<UsersFormProps, 'userId'> & { readonly user: Rec<typeof users> | null };

function UserModal({ companyId, user, onClose, onSaved }: UserModalProps) {
  const text = useText();
  const notifyWithoutEffect = useNotifyWithoutEffect();
  const form = useRecordForm(
    users,
    { companyId },
    {
      record: user,
      empty: newUser,
      valuesOf,
      onSaved(saved) {
        notifyWithoutEffect(companyId, saved.permissions);
        onClose();
        onSaved(saved);
      },
    },
  );
  return (
    <FormModal
      form={form}
      title={text(user === null ? 'core.users.create' : 'core.users.update')}
      onClose={onClose}
      width={1160}
    >
      <UsersFields form={form} user={user} companyId={companyId} />
    </FormModal>
  );
}
