import { companyModules } from '#contract/core/company-modules.ts';
import { modules } from '#contract/core/modules.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';

const { useCreate, useList: useOwned } = resourceHooks(companyModules);
const { useList: useAll } = resourceHooks(modules);

/** Modules fit on one page, of the largest size that a list has (§J8). */
const everything = { top: 250 };

interface CompanyModulesFormProps {
  readonly companyId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function CompanyModulesForm({ companyId, onClose, onSaved }: CompanyModulesFormProps) {
  const text = useText();
  const create = useCreate({ companyId });
  const all = useAll(everything, {});
  const owned = useOwned(everything, { companyId });
  const has = new Set(owned.data?.result.map(({ moduleId }) => moduleId));
  const offered = (all.data?.result ?? []).filter(({ id }) => !has.has(id));
  const form = useResourceForm({
    initial: { moduleId: '' },
    save: (values) => create.mutateAsync(values),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormModal form={form} title={text('core.companyModules.create')} onClose={onClose}>
      <SelectField
        form={form}
        name="moduleId"
        label="core.companyModules.module"
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormModal>
  );
}
