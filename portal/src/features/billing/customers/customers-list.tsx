import { IconUsers } from '@tabler/icons-react';
import { customers } from '#contract/billing/customers.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { CustomerRow } from './customer.ts';

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
  const pathTo = usePathTo();
  return (
    <ResourceList
      {...useRows(customers, {})}
      screen="customers:index"
      columns={columns}
      texts="billing.customers"
      everything="billing.customers.all"
      href={({ id }) => pathTo('customers:detail', { companyId: id })}
      empty={{ icon: IconUsers }}
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
