import { IconCategoryPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { PlainList } from '../lists/plain-list.tsx';
import { prefixText } from '../rights/right-text.ts';
import { ModulesForm } from './modules-form.tsx';

const { useList } = resourceHooks(modules);
type Module = Rec<typeof modules>;
const narrowing = equalFilters({ code: 'text' });

const columns = columnsFor(modules, [
  { field: 'name', small: 'title' },
  { field: 'code', width: '26%', small: 'line', render: ({ code }) => <PartName code={code} /> },
  { field: 'createdAt', width: '22%', small: 'line' },
]);

export function ModulesList() {
  const text = useText();
  const may = usePermission();
  const list = useListState(modules, narrowing);
  const page = useList(list.query, {});
  const remove = useRemoveWithConfirm(modules, {}, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<Module | null | undefined>();
  const [mayUpdate, mayRemove] = [may('core.modules.update'), may('core.modules.delete')];
  const create = may('core.modules.create') && (
    <CreateButton label={text('core.modules.create')} onClick={() => setEdited(null)} />
  );

  return (
    <>
      <PlainList
        screen="modules:index"
        resource={modules}
        list={list}
        page={page}
        columns={columns}
        title="core.modules.title"
        search="core.modules.search"
        filters={
          <FilterBar
            list={list}
            filters={[
              choiceFilter('code', 'core.modules.code', modulePrefixes, text, (code) =>
                prefixText(code, text),
              ),
            ]}
          />
        }
        create={create}
        onOpen={mayUpdate ? setEdited : undefined}
        renderActions={
          mayUpdate || mayRemove
            ? (row) => (
                <RowActions
                  name={row.name}
                  onEdit={mayUpdate ? () => setEdited(row) : undefined}
                  onRemove={
                    mayRemove
                      ? () => void remove({ id: row.id, name: row.name, thing: text('core.modules.the') })
                      : undefined
                  }
                />
              )
            : undefined
        }
        empty={{
          icon: IconCategoryPlus,
          title: text('core.modules.none'),
          hint: text('core.modules.noneHint'),
        }}
      />
      {edited !== undefined && <ModulesForm module={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function PartName({ code }: { readonly code: string }) {
  return prefixText(code, useText());
}
