import { customers } from '#contract/billing/customers.ts';
import { IconCalendarX, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CodeText } from '../code-text.tsx';
import { customerHooks } from '../customers/customer.ts';
import { CustomerAgreementsForm, type CustomerAgreement } from './customer-agreements-form.tsx';
import { EndAgreementForm } from './end-agreement-form.tsx';

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
export function CustomerAgreementsTab() {
  const text = useText();
  const companyId = useParam('companyId');
  const rows = useRows(customerAgreements, { companyId });
  const refresh = useInvalidate(customers);
  const customer = customerHooks.useOne(companyId, {});
  const [ended, setEnded] = useState<CustomerAgreement>();
  const dialog = useRecordDialog(
    customerAgreements,
    { companyId },
    {
      nameOf: ({ name }) => name,
      texts: 'billing.customerAgreements',
      scope: 'system',
      // What a final run has billed is ended, not deleted (§I9).
      isRemovable: ({ isBilled }) => !isBilled,
      onRemoved: refresh,
    },
  );
  const renderActions = (row: CustomerAgreement) => (
    <>
      {dialog.mayUpdate && (
        <RowAction
          icon={IconCalendarX}
          label={text('billing.customerAgreements.endNamed', { name: row.name })}
          onClick={() => setEnded(row)}
        />
      )}
      {dialog.renderActions(row)}
    </>
  );
  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        screen="customer-agreements:index"
        columns={columns}
        texts="billing.customerAgreements"
        everything="billing.customerAgreements.all"
        renderActions={dialog.list.renderActions && renderActions}
        actionsWidth={116}
        empty={{ icon: IconTag }}
        notice={
          customer.data?.active === false && (
            <MessageBar meaning="warn" title={text('billing.customerAgreements.inactive')}>
              {text('billing.customerAgreements.inactiveHint')}
            </MessageBar>
          )
        }
      />
      {dialog.edited !== undefined && (
        <CustomerAgreementsForm
          companyId={companyId}
          agreement={dialog.edited}
          onClose={dialog.close}
          onSaved={refresh}
        />
      )}
      {ended !== undefined && (
        <EndAgreementForm agreement={ended} onClose={() => setEnded(undefined)} onSaved={refresh} />
      )}
    </>
  );
}
