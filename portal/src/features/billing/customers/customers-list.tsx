import { IconUsers } from '@tabler/icons-react';
import { customers } from '#contract/billing/customers.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { PlainList } from '#portal/kit/list/plain-list.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { customerHooks, type CustomerRow } from './customer.ts';

const columns = columnsFor(
  customers,
  [
    // People quote it, but know the customer by its name.
    { field: 'fmCustomerId', width: 150, align: 'left', isMain: false, small: 'end' },
    { field: 'name', isMain: true, small: 'title', render: (row) => <Name of={row} /> },
    { field: 'id', width: 340, small: 'line', render: ({ id }) => <span className="balie-empty">{id}</span> },
  ],
  'billing.customers',
);

export function CustomersList() {
  const text = useText();
  const pathTo = usePathTo();
  const list = useListState(customers);
  const page = customerHooks.useList(list.query, {});
  return (
    <PlainList
      screen="customers:index"
      list={list}
      page={page}
      columns={columns}
      title="billing.customers.title"
      search="billing.customers.search"
      renderTools={(choice) => (
        <ListTools
          screen="customers:index"
          resource={customers}
          parents={{}}
          query={list.query}
          choice={choice}
          everything={text('billing.customers.all')}
        />
      )}
      href={({ id }) => pathTo('customers:detail', { companyId: id })}
      empty={{
        icon: IconUsers,
        title: text('billing.customers.none'),
        hint: text('billing.customers.noneHint'),
      }}
    />
  );
}

function Name({ of: { name, active } }: { readonly of: CustomerRow }) {
  const text = useText();
  return (
    <>
      {name}
      {!active && <span className="balie-empty"> {text('billing.customers.isInactive')}</span>}
    </>
  );
}
