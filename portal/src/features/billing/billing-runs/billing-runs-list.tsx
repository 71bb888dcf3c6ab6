import { Button } from '@mantine/core';
import { IconReceiptEuro, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import type { Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import { isCounting, isPrinting } from './billing-run.ts';
import { RunState } from './billing-run-state.tsx';
import { StartRunForm } from './start-billing-run-form.tsx';
import { useRefetchWhile } from './use-refetch-while.ts';

const columns = columnsFor(
  billingRuns,
  [
    { field: 'period', small: 'title', render: (run) => <PeriodText run={run} /> },
    // Percentages, so that the period keeps enough width from 992 on.
    { field: 'state', width: '15%', render: (run) => <RunState run={run} />, small: 'line' },
    { field: 'invoiceCount', width: '9%', align: 'right', sortable: false },
    {
      field: 'totalAmount',
      width: '13%',
      align: 'right',
      sortable: false,
      small: 'end',
      render: ({ totalAmount }) => <Money cents={totalAmount} />,
    },
    { field: 'createdAt', width: '15%' },
    { field: 'createdBy', width: '14%', sortable: false },
    { field: 'finalisedAt', width: '17%' },
  ],
  'billing.billingRuns',
);

/** The runs of invoices to customers. */
export function RunsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(billingRuns, {});
  const { data, refetch } = rows.page;
  const [isStarting, setStarting] = useState(false);
  useRefetchWhile(data?.result.some((run) => isCounting(run) || isPrinting(run)) ?? false, refetch);
  return (
    <>
      <ResourceList
        {...rows}
        columns={columns}
        texts="billing.billingRuns"
        everything="billing.billingRuns.all"
        href={({ id }) => pathTo('billing-runs:detail', { runId: id })}
        tools={
          <Button
            component={Link}
            to={pathTo('billing-settings:index')}
            variant="subtle"
            leftSection={<IconSettings size={16} stroke={1.75} aria-hidden />}
          >
            {text('billing.billingSettings.title')}
          </Button>
        }
        create={may('fm.billing.create.system') && { onClick: () => setStarting(true) }}
        empty={{ icon: IconReceiptEuro }}
      />
      {isStarting && <StartRunForm onClose={() => setStarting(false)} />}
    </>
  );
}

function PeriodText({ run: { period, isSupplementary } }: { readonly run: Row<typeof billingRuns> }) {
  const text = useText();
  const name = periodName(period, useLanguage());
  const titled = name.charAt(0).toUpperCase() + name.slice(1);
  return isSupplementary ? text('billing.billingRuns.supplementaryNamed', { name: titled }) : titled;
}
