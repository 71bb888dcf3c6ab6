import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { customerAdministrations } from '#contract/billing/customers.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { AdministrationDialog } from './administration-dialog.tsx';
import type { Administration } from './customer.ts';

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

/** The administrations of a customer, read-only (product 2.2). */
export function AdministrationsTab() {
  const text = useText();
  const companyId = useParam('companyId');
  const rows = useRows(customerAdministrations, { companyId });
  const [shown, setShown] = useState<Administration>();
  return (
    <>
      <ResourceList
        place="tab"
        {...rows}
        screen="customer-administrations:index"
        columns={columns}
        texts="billing.customerAdministrations"
        onOpen={setShown}
        actionsWidth={52}
        renderActions={(row) => (
          <RowAction
            icon={IconEye}
            label={text('billing.customerAdministrations.open', { name: row.name })}
            onClick={() => setShown(row)}
          />
        )}
      />
      {shown && <AdministrationDialog administration={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
