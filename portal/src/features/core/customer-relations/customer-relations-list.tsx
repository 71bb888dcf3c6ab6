import { IconAddressBook } from '@tabler/icons-react';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { ResourceList } from '../lists/resource-list.tsx';
import { CompanyFilter } from '../companies/company-filter.tsx';
import { ImportButton } from './import/import-button.tsx';
import { Known } from './known.tsx';

const { useList } = resourceHooks(customerRelations);
const filters = ['companyId'];

const columns = columnsFor(customerRelations, [
  { field: 'tag', width: 120, isMain: false, render: ({ tag }) => <Known value={tag} /> },
  { field: 'name', width: '22%', isMain: true, small: 'title' },
  { field: 'address/street', render: ({ address }) => <Known value={address.street} />, small: 'line' },
  { field: 'address/zipCode', width: 95, render: ({ address }) => <Known value={address.zipCode} /> },
  {
    field: 'emailAddress/address',
    width: '22%',
    render: ({ emailAddress }) => <Known value={emailAddress.address} />,
  },
  {
    field: 'phoneNumber/number',
    width: 140,
    render: ({ phoneNumber }) => <Known value={phoneNumber.number} />,
    small: 'end',
  },
]);

export function CustomerRelationsList() {
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(customerRelations, { filters });
  const page = useList(list.query, {});
  const companyId = list.filters['companyId'];
  const mayCreate = may('core.customerrelations.create');
  const href =
    pathTo('customer-relations:create') + (companyId === undefined ? '' : `?companyId=${companyId}`);
  return (
    <ResourceList
      resource={customerRelations}
      list={list}
      page={page}
      columns={columns}
      texts="core.customerRelations"
      everything="core.customerRelations.all"
      filterBar={
        may('core.customerrelations.read.system') &&
        may('core.companies.read.system') && (
          <CompanyFilter companyId={companyId} onChange={(id) => list.setFilter('companyId', id)} />
        )
      }
      tools={may('core.customerrelations.import') && <ImportButton companyId={companyId} />}
      create={mayCreate && { href }}
      href={({ id }) => pathTo('customer-relations:detail', { customerRelationId: id })}
      empty={{ icon: IconAddressBook, ...(!mayCreate && { hint: '' }) }}
    />
  );
}
