import { IconCalendarX, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction, RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CodeText } from '../code-text.tsx';
import type { CustomerAgreement } from './customer-agreement-values.ts';
import { CustomerAgreementsForm } from './customer-agreements-form.tsx';
import { EndAgreementForm } from './end-agreement-form.tsx';
import { useRefreshCustomer } from './use-refresh-customer.ts';

const { useList } = resourceHooks(customerAgreements);

const columns = columnsFor(
  customerAgreements,
  [
    { field: 'name', small: 'title' },
    { field: 'type', width: '12%', render: ({ type }) => <CodeText of="type" code={type} /> },
    { field: 'quantity', width: 76, small: 'line' },
    { field: 'price', width: '10%', small: 'end', render: ({ price }) => <Money cents={price} /> },
    {
      field: 'isVariable',
      width: '9%',
      small: 'line',
      render: ({ isVariable }) => <CodeText of="costs" code={isVariable ? 'variable' : 'fixed'} />,
    },
    {
      field: 'cycleInMonths',
      width: '9%',
      align: 'left',
      sortable: false,
      small: 'line',
      render: ({ cycleInMonths }) => <CodeText of="cycle" code={cycleInMonths} />,
    },
    { field: 'startdate', width: 102 },
    { field: 'enddate', width: 102 },
  ],
  'billing.customerAgreements',
);

/** The agreements that a customer has, each with its own price and days. */
export function AgreementsTab() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const list = useListState(customerAgreements);
  const choice = useColumns('customer-agreements:index', columns);
  const page = useList(list.query, { companyId });
  const refresh = useRefreshCustomer();
  const remove = useRemoveWithConfirm(customerAgreements, { companyId }, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<CustomerAgreement | null | undefined>();
  const [ended, setEnded] = useState<CustomerAgreement>();
  const mayUpdate = may('fm.priceagreements.update.system');
  const mayRemove = may('fm.priceagreements.delete.system');

  async function ask({ id, name }: CustomerAgreement) {
    if (await remove({ id, name, thing: text('billing.customerAgreements.the') })) refresh();
  }

  const actionsOf = (row: CustomerAgreement) => (
    <>
      {mayUpdate && (
        <RowAction
          icon={IconCalendarX}
          label={text('billing.customerAgreements.endNamed', { name: row.name })}
          onClick={() => setEnded(row)}
        />
      )}
      <RowActions
        name={row.name}
        onEdit={mayUpdate ? () => setEdited(row) : undefined}
        // What a final run has billed is ended, not deleted (§I9).
        onRemove={mayRemove && !row.isBilled ? () => void ask(row) : undefined}
      />
    </>
  );

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="billing.customerAgreements.search" />}
        actions={
          <>
            <ListTools
              screen="customer-agreements:index"
              resource={customerAgreements}
              parents={{ companyId }}
              query={list.query}
              choice={choice}
              everything={text('billing.customerAgreements.all')}
            />
            {may('fm.priceagreements.create.system') && (
              <CreateButton
                isQuiet
                label={text('billing.customerAgreements.create')}
                onClick={() => setEdited(null)}
              />
            )}
          </>
        }
      />
      <DataTable
        caption={text('billing.customerAgreements.title')}
        columns={choice.shown}
        page={page}
        list={list}
        onOpen={mayUpdate ? setEdited : undefined}
        renderActions={mayUpdate || mayRemove ? actionsOf : undefined}
        actionsWidth={116}
        empty={
          <EmptyState
            kind="first"
            icon={IconTag}
            title={text('billing.customerAgreements.none')}
            hint={text('billing.customerAgreements.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {edited !== undefined && (
        <CustomerAgreementsForm
          companyId={companyId}
          agreement={edited}
          onClose={() => setEdited(undefined)}
          onSaved={refresh}
        />
      )}
      {ended !== undefined && (
        <EndAgreementForm agreement={ended} onClose={() => setEnded(undefined)} onSaved={refresh} />
      )}
    </>
  );
}
