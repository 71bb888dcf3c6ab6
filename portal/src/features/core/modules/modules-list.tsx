import { IconCategoryPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { modules } from '#contract/core/modules.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { prefixText } from '../rights/right-text.ts';
import { ModulesForm } from './modules-form.tsx';

const { useList } = resourceHooks(modules);
type Module = Rec<typeof modules>;

const columns = columnsFor(modules, [
  { field: 'name', small: 'title' },
  { field: 'code', width: '26%', small: 'line', render: ({ code }) => <PartName code={code} /> },
  { field: 'createdAt', width: '22%', small: 'line' },
]);

export function ModulesList() {
  const text = useText();
  const may = usePermission();
  const list = useListState(modules);
  const choice = useColumns('modules:index', columns);
  const page = useList(list.query, {});
  const count = page.data?.metadata.count;
  const remove = useRemoveWithConfirm(modules, {}, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<Module | null | undefined>();
  const [mayUpdate, mayRemove] = [may('core.modules.update'), may('core.modules.delete')];
  const create = may('core.modules.create') && (
    <CreateButton label={text('core.modules.create')} onClick={() => setEdited(null)} />
  );

  return (
    <ListPage
      title={text('core.modules.title')}
      count={count}
      search={<SearchBox list={list} label="core.modules.search" />}
      actions={
        <>
          <ListTools
            screen="modules:index"
            resource={modules}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('core.views.all')}
          />
          {create}
        </>
      }
    >
      <DataTable
        caption={text('core.modules.title')}
        columns={choice.shown}
        page={page}
        list={list}
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
        empty={
          <EmptyState
            kind="first"
            icon={IconCategoryPlus}
            title={text('core.modules.none')}
            hint={text('core.modules.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
      {edited !== undefined && <ModulesForm module={edited} onClose={() => setEdited(undefined)} />}
    </ListPage>
  );
}

function PartName({ code }: { readonly code: string }) {
  return prefixText(code, useText());
}
