import { useState } from 'react';
import { companyModules } from '#contract/core/company-modules.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { useRefreshCompany } from '../companies/use-refresh-company.ts';
import { CompanyModulesForm } from './company-modules-form.tsx';

const { useList } = resourceHooks(companyModules);

const columns = columnsFor(
  companyModules,
  [
    { field: 'moduleName', small: 'title' },
    { field: 'createdAt', width: '40%', small: 'line' },
  ],
  'core.companyModules',
);

export function CompanyModulesList() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const list = useListState(companyModules);
  const choice = useColumns('company-modules:index', columns);
  const page = useList(list.query, { companyId });
  const refreshCompany = useRefreshCompany();
  const remove = useRemoveWithConfirm(companyModules, { companyId }, { goTo: false });
  const [isAdding, setAdding] = useState(false);

  async function ask({ id, moduleName }: Row<typeof companyModules>) {
    const consequence = text('core.companyModules.rightsGo');
    if (await remove({ id, name: moduleName, thing: text('core.companyModules.the'), consequence }))
      refreshCompany();
  }

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.companyModules.search" />}
        actions={
          <>
            <ListTools
              screen="company-modules:index"
              resource={companyModules}
              parents={{ companyId }}
              query={list.query}
              choice={choice}
              everything={text('core.views.all')}
            />
            {may('core.companymodules.create.system') && (
              <CreateButton
                isQuiet
                label={text('core.companyModules.create')}
                onClick={() => setAdding(true)}
              />
            )}
          </>
        }
      />
      <DataTable
        caption={text('core.companyModules.title')}
        columns={choice.shown}
        page={page}
        list={list}
        renderActions={
          may('core.companymodules.delete.system')
            ? (row) => <RowActions name={row.moduleName} onRemove={() => void ask(row)} />
            : undefined
        }
        actionsWidth={60}
        empty={
          <EmptyState
            kind="first"
            title={text('core.companyModules.none')}
            hint={text('core.companyModules.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {isAdding && (
        <CompanyModulesForm companyId={companyId} onClose={() => setAdding(false)} onSaved={refreshCompany} />
      )}
    </>
  );
}
