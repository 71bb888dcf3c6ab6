import { IconRoute2 } from '@tabler/icons-react';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { FlowPage } from './flow-page.tsx';

const columns = columnsFor(
  approvalFlows,
  [
    { field: 'company/name', small: 'title' },
    { field: 'version', width: 160, align: 'right', small: 'end' },
  ],
  'invoicing.flows',
);

/** The flow of one's own company; staff choose a company first. */
export function FlowsList() {
  const seesCompanies = usePermission()('fmmodule.approvalflows.read.system');
  return seesCompanies ? <Companies /> : <Own />;
}

function Own() {
  return <Loaded of={useMe()}>{({ companyId }) => <FlowPage companyId={companyId} />}</Loaded>;
}

function Companies() {
  const pathTo = usePathTo();
  const rows = useRows(approvalFlows, {});
  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="invoicing.flows"
      hasExport={false}
      href={({ companyId }) => pathTo('approval-flows:detail', { companyId })}
      empty={{ icon: IconRoute2 }}
    />
  );
}
