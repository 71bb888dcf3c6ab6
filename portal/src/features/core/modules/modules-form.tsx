import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { prefixText } from '../rights/right-text.ts';

const { useCreate, useUpdate } = resourceHooks(modules);
type Module = Rec<typeof modules>;

interface ModulesFormProps {
  /** The one that is changed, or null for a new one. */
  readonly module: Module | null;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly code: string;
  readonly rowVersion?: number;
}

const newModule: Values = { name: '', code: '' };
const valuesOf = ({ name, code, rowVersion }: Module): Values => ({ name, code, rowVersion });

export function ModulesForm({ module, onClose }: ModulesFormProps) {
  const text = useText();
  const create = useCreate({});
  const update = useUpdate({});
  const form = useResourceForm({
    initial: module === null ? newModule : valuesOf(module),
    save: ({ name, code, rowVersion }) =>
      module === null
        ? create.mutateAsync({ name, code })
        : update.mutateAsync({
            id: module.id,
            body: { name, ...(rowVersion === undefined ? {} : { rowVersion }) },
          }),
    onSaved: onClose,
    fromStored: (current) => {
      const stored = modules.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
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
