import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { customerAdministrations } from '#contract/billing/customers.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { AdministrationDialog } from './administration-dialog.tsx';
import { administrationHooks, type Administration } from './customer.ts';

const columns = columnsFor(
  customerAdministrations,
  [
    { field: 'tag', width: 120, isMain: false, small: 'line' },
    { field: 'name', isMain: true, small: 'title' },
    { field: 'coupling', width: '16%', small: 'line' },
    { field: 'mailHostname', width: '20%' },
    { field: 'mailUsername', width: '20%' },
    { field: 'mailIsActive', width: 130, render: ({ mailIsActive }) => <YesNo value={mailIsActive} /> },
  ],
  'billing.customerAdministrations',
);

/** The administrations of a customer, to look at only (product 2.2). */
export function AdministrationsTab() {
  const text = useText();
  const companyId = useParam('companyId');
  const list = useListState(customerAdministrations);
  const choice = useColumns('customer-administrations:index', columns);
  const page = administrationHooks.useList(list.query, { companyId });
  const [shown, setShown] = useState<Administration>();
  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="billing.customerAdministrations.search" />}
        actions={
          <ListTools
            screen="customer-administrations:index"
            resource={customerAdministrations}
            parents={{ companyId }}
            query={list.query}
            choice={choice}
            everything={text('core.views.all')}
          />
        }
      />
      <DataTable
        caption={text('billing.customerAdministrations.title')}
        columns={choice.shown}
        page={page}
        list={list}
        onOpen={setShown}
        actionsWidth={52}
        renderActions={(row) => (
          <RowAction
            icon={IconEye}
            label={text('billing.customerAdministrations.open', { name: row.name })}
            onClick={() => setShown(row)}
          />
        )}
        empty={
          <EmptyState
            kind="first"
            title={text('billing.customerAdministrations.none')}
            hint={text('billing.customerAdministrations.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {shown && <AdministrationDialog administration={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
