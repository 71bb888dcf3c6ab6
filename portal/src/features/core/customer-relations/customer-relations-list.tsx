import { IconAddressBook } from '@tabler/icons-react';
import { customerRelations } from '#contract/core/customer-relations.ts';
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
import { CompanyFilter } from '../companies/company-filter.tsx';
import { ImportButton } from './import/import-button.tsx';
import { Known } from './known.tsx';

const { useList } = resourceHooks(customerRelations);
const filters = ['companyId'];

const columns = columnsFor(
  customerRelations,
  [
    { field: 'tag', width: 140, isMain: false, render: ({ tag }) => <Known value={tag} /> },
    { field: 'name', width: '24%', isMain: true, small: 'title' },
    { field: 'address/street', render: ({ address }) => <Known value={address.street} />, small: 'line' },
    { field: 'address/zipCode', width: 110, render: ({ address }) => <Known value={address.zipCode} /> },
    {
      field: 'emailAddress/address',
      width: '22%',
      render: ({ emailAddress }) => <Known value={emailAddress.address} />,
    },
    {
      field: 'phoneNumber/number',
      width: 150,
      render: ({ phoneNumber }) => <Known value={phoneNumber.number} />,
      small: 'end',
    },
  ],
  'core.customerRelations',
);

export function CustomerRelationsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(customerRelations, { filters });
  const choice = useColumns('customer-relations:index', columns);
  const page = useList(list.query, {});
  const companyId = list.filters['companyId'];
  const count = page.data?.metadata.count;
  const create = may('core.customerrelations.create') && (
    <CreateButton
      label={text('core.customerRelations.create')}
      href={pathTo('customer-relations:create') + (companyId === undefined ? '' : `?companyId=${companyId}`)}
    />
  );

  return (
    <ListPage
      title={text('core.customerRelations.title')}
      count={count}
      search={<SearchBox list={list} label="core.customerRelations.search" />}
      filters={
        may('core.customerrelations.read.system') &&
        may('core.companies.read.system') && (
          <CompanyFilter companyId={companyId} onChange={(id) => list.setFilter('companyId', id)} />
        )
      }
      actions={
        <>
          <ListTools
            screen="customer-relations:index"
            resource={customerRelations}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('core.customerRelations.all')}
          />
          {may('core.customerrelations.import') && <ImportButton companyId={companyId} />}
          {create}
        </>
      }
    >
      <DataTable
        caption={text('core.customerRelations.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('customer-relations:detail', { customerRelationId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconAddressBook}
            title={text('core.customerRelations.none')}
            hint={text('core.customerRelations.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
