import { savedViews } from '#contract/core/saved-views.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';

const { useCreate } = resourceHooks(savedViews);

interface SaveViewFormProps {
  readonly screen: string;
  readonly state: Readonly<Record<string, string>>;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name and for whom, and saves the list as it is. */
export function SaveViewForm({ screen, state, onSaved, onClose }: SaveViewFormProps) {
  const text = useText();
  const create = useCreate({});
  const form = useResourceForm({
    initial: { name: '', isShared: false },
    save: (values) => create.mutateAsync({ ...values, screen, state: { ...state } }),
    onSaved: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  const forWhom = [
    { value: false, label: text('core.views.private') },
    { value: true, label: text('core.views.shared') },
  ];
  return (
    <FormModal form={form} title={text('core.views.create')} onClose={onClose}>
      <TextField form={form} name="name" label="core.views.name" maxLength={100} />
      <ChoiceField form={form} name="isShared" label="core.views.forWhom" options={forWhom} />
    </FormModal>
  );
}
