import { IconBuilding } from '@tabler/icons-react';
import { companies } from '#contract/core/companies.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';

const { useList } = resourceHooks(companies);

const columns = columnsFor(companies, [
  { field: 'name', width: '30%', small: 'title' },
  { field: 'domainName', small: 'line' },
  { field: 'primaRelatienummer', width: 150 },
  { field: 'userCount', width: 120, align: 'right' },
  { field: 'active', width: 110, small: 'end' },
]);

export function CompaniesList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(companies);
  const choice = useColumns('companies:index', columns);
  const page = useList(list.query, {});
  const count = page.data?.metadata.count;
  const create = may('core.companies.create') && (
    <CreateButton label={text('core.companies.create')} href={pathTo('companies:create')} />
  );

  return (
    <ListPage
      title={text('core.companies.title')}
      count={count}
      search={<SearchBox list={list} label="core.companies.search" />}
      actions={
        <>
          <ListTools
            screen="companies:index"
            resource={companies}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('core.companies.all')}
          />
          {create}
        </>
      }
    >
      <DataTable
        caption={text('core.companies.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('companies:detail', { companyId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconBuilding}
            title={text('core.companies.none')}
            hint={text('core.companies.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
