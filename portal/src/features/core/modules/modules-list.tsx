import { IconCategoryPlus } from '@tabler/icons-react';
import { modules } from '#contract/core/modules.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useRecordDialog, type RecordDialogProps } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { PrefixName, prefixOptions } from '../rights/prefix-name.tsx';

const narrowing = equalFilters({ code: 'text' });
const columns = columnsFor(modules, [
  { field: 'name', small: 'title' },
  { field: 'code', width: '26%', small: 'line', render: ({ code }) => <PrefixName prefix={code} /> },
  { field: 'createdAt', width: '22%', small: 'line' },
]);

export function ModulesList() {
  const text = useText();
  const rows = useRows(modules, {}, narrowing);
  const { list, dialog } = useRecordDialog(modules, {}, { nameOf: ({ name }) => name });
  const { data: all } = useAllRows(modules, {});
  const used = new Set(all?.map(({ code }) => code));
  const unused = prefixOptions(text).filter(({ value }) => !used.has(value));
  const isFull = all !== undefined && unused.length === 0;
  return (
    <>
      {isFull && list.create && <MessageBar meaning="info">{text('core.modules.allThere')}</MessageBar>}
      <ResourceList
        {...rows}
        {...list}
        create={isFull ? false : list.create}
        columns={columns}
        texts="core.modules"
        filters={[choiceFilter('code', 'core.modules.code', prefixOptions(text), text)]}
        empty={{ icon: IconCategoryPlus }}
      />
      {dialog && <ModuleDialog {...dialog} options={unused} />}
    </>
  );
}

/** The parts that no module stands for are what to choose from. */
type ModuleDialogProps = RecordDialogProps<typeof modules> & {
  readonly options: ReturnType<typeof prefixOptions>;
};

function ModuleDialog({ record, title, onClose, options }: ModuleDialogProps) {
  const form = useRecordForm(modules, {}, { record, empty: { name: '', code: '' }, onSaved: onClose });
  return (
    <FormModal form={form} title={title} onClose={onClose}>
      <TextField form={form} name="name" label="core.modules.name" maxLength={255} />
      {record === null && (
        <SelectField
          form={form}
          name="code"
          label="core.modules.code"
          hint="core.modules.codeHint"
          options={options}
        />
      )}
    </FormModal>
  );
}
