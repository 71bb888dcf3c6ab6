import { IconBuilding } from '@tabler/icons-react';
import { companies } from '#contract/core/companies.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { yesNoFilter } from '../lists/yes-no-filter.ts';

const { useList } = resourceHooks(companies);
const narrowing = equalFilters({ active: 'boolean' });

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
  const list = useListState(companies, narrowing);
  const page = useList(list.query, {});
  return (
    <ResourceList
      resource={companies}
      list={list}
      page={page}
      columns={columns}
      texts="core.companies"
      everything="core.companies.all"
      filters={[yesNoFilter('active', 'core.companies.active', text)]}
      create={may('core.companies.create') && { href: pathTo('companies:create') }}
      href={({ id }) => pathTo('companies:detail', { companyId: id })}
      empty={{ icon: IconBuilding }}
    />
  );
}
