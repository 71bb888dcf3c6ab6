import { IconCategoryPlus } from '@tabler/icons-react';
import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { prefixText } from '../rights/right-text.ts';
import { ModulesForm } from './modules-form.tsx';

const { useList } = resourceHooks(modules);
const narrowing = equalFilters({ code: 'text' });

const columns = columnsFor(modules, [
  { field: 'name', small: 'title' },
  { field: 'code', width: '26%', small: 'line', render: ({ code }) => <PartName code={code} /> },
  { field: 'createdAt', width: '22%', small: 'line' },
]);

export function ModulesList() {
  const text = useText();
  const list = useListState(modules, narrowing);
  const page = useList(list.query, {});
  const dialog = useRecordDialog(modules, {}, { nameOf: ({ name }) => name });
  const partName = (code: string) => prefixText(code, text);
  return (
    <>
      <ResourceList
        {...dialog.list}
        resource={modules}
        list={list}
        page={page}
        columns={columns}
        texts="core.modules"
        filters={[choiceFilter('code', 'core.modules.code', modulePrefixes, text, partName)]}
        empty={{ icon: IconCategoryPlus }}
      />
      {dialog.edited !== undefined && <ModulesForm module={dialog.edited} onClose={dialog.close} />}
    </>
  );
}

function PartName({ code }: { readonly code: string }) {
  return prefixText(code, useText());
}
