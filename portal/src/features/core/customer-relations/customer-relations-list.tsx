import { IconAddressBook } from '@tabler/icons-react';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { PlainList } from '../lists/plain-list.tsx';
import { CompanyFilter } from '../companies/company-filter.tsx';
import { ImportButton } from './import/import-button.tsx';
import { Known } from './known.tsx';

const { useList } = resourceHooks(customerRelations);
const filters = ['companyId'];

const columns = columnsFor(
  customerRelations,
  [
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
  ],
  'core.customerRelations',
);

export function CustomerRelationsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(customerRelations, { filters });
  const page = useList(list.query, {});
  const companyId = list.filters['companyId'];
  const create = may('core.customerrelations.create') && (
    <CreateButton
      label={text('core.customerRelations.create')}
      href={pathTo('customer-relations:create') + (companyId === undefined ? '' : `?companyId=${companyId}`)}
    />
  );

  return (
    <PlainList
      screen="customer-relations:index"
      resource={customerRelations}
      list={list}
      page={page}
      columns={columns}
      title="core.customerRelations.title"
      search="core.customerRelations.search"
      everything="core.customerRelations.all"
      filters={
        may('core.customerrelations.read.system') &&
        may('core.companies.read.system') && (
          <CompanyFilter companyId={companyId} onChange={(id) => list.setFilter('companyId', id)} />
        )
      }
      tools={may('core.customerrelations.import') && <ImportButton companyId={companyId} />}
      create={create}
      href={({ id }) => pathTo('customer-relations:detail', { customerRelationId: id })}
      empty={{
        icon: IconAddressBook,
        title: text('core.customerRelations.none'),
        hint: create ? text('core.customerRelations.noneHint') : '',
      }}
    />
  );
}
