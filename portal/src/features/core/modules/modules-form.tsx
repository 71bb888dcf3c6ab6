import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import type { Rec } from '#contract/resource.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { prefixText } from '../rights/right-text.ts';

interface ModulesFormProps {
  /** The one that is changed, or null for a new one. */
  readonly module: Rec<typeof modules> | null;
  readonly onClose: () => void;
}

export function ModulesForm({ module, onClose }: ModulesFormProps) {
  const text = useText();
  const empty = { name: '', code: '' };
  const form = useRecordForm(modules, {}, { record: module, empty, onSaved: onClose });
  return (
    <FormModal
      form={form}
      title={text(module === null ? 'core.modules.create' : 'core.modules.update')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="core.modules.name" maxLength={255} />
      {module === null && (
        <SelectField
          form={form}
          name="code"
          label="core.modules.code"
          hint="core.modules.codeHint"
          options={modulePrefixes.map((value) => ({ value, label: prefixText(value, text) }))}
        />
      )}
    </FormModal>
  );
}
