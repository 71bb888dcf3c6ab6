import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { ShownOnce } from '#portal/kit/feedback/shown-once.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { updateKeyHooks, type UpdateKey } from './use-update-keys.ts';

interface UpdateKeyFormProps {
  readonly companyId: string;
  readonly onMade: (key: UpdateKey) => void;
  readonly onClose: () => void;
}

export function UpdateKeyForm({ companyId, onMade, onClose }: UpdateKeyFormProps) {
  const text = useText();
  const create = updateKeyHooks.useCreate({ companyId });
  const form = useResourceForm({
    initial: { name: '' },
    save: (values) => create.mutateAsync(values),
    onSaved: (key) => {
      onClose();
      onMade(key);
    },
  });
  return (
    <FormModal
      form={form}
      title={text('releases.updateKeys.create')}
      saveLabel={text('releases.updateKeys.create')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="releases.updateKeys.name"
        hint="releases.updateKeys.nameHint"
        maxLength={100}
      />
    </FormModal>
  );
}

interface KeyShownProps {
  readonly name: string;
  readonly value: string;
  readonly onClose: () => void;
}

/** The new key, this once. */
export function KeyShown({ name, value, onClose }: KeyShownProps) {
  const text = useText();
  return (
    <Dialog title={text('releases.updateKeys.shownTitle', { name })} width={560} onClose={onClose}>
      <MessageBar meaning="info" isAlert>
        {text('releases.updateKeys.shownHint')}
      </MessageBar>
      <ShownOnce
        value={value}
        label={text('releases.updateKeys.key')}
        verb={text('releases.updateKeys.copy')}
        onClose={onClose}
      />
    </Dialog>
  );
}
