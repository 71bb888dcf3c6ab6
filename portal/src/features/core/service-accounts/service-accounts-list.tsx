import { IconCircleCheck, IconCircleMinus, IconRobot } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { serviceAccounts } from '#contract/core/service-accounts.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { ServiceAccountKeys, type NewKey } from './service-account-keys.tsx';
import { ServiceAccountsForm } from './service-accounts-form.tsx';
import { useSecretOnce } from './use-secret-once.ts';
import type { ServiceAccountRow } from './use-service-accounts.ts';

const { useOne } = resourceHooks(serviceAccounts);

const columns = columnsFor(serviceAccounts, [
  { field: 'name', width: '17%', small: 'title' },
  { field: 'permissions', width: 110, sortable: false, small: 'line', render: (row) => <Rights of={row} /> },
  {
    field: 'administrationIds',
    width: 130,
    sortable: false,
    render: (row) => <Administrations of={row} />,
  },
  { field: 'addresses', width: '10%', sortable: false, render: (row) => <Addresses of={row} /> },
  { field: 'validUntil', width: 105 },
  { field: 'lastUsedAt', width: 145, sortable: false, render: (row) => <LastUsed at={row.lastUsedAt} /> },
  { field: 'active', width: 100, small: 'end', render: (row) => <State of={row} /> },
]);

/** The programs of a company: what each may, from where and until when, and its keys below it. */
export function ServiceAccountsList() {
  const may = usePermission();
  const companyId = useParam('companyId');
  const rows = useRows(serviceAccounts, { companyId });
  const { edited, close, ...dialog } = useRecordDialog(
    serviceAccounts,
    { companyId },
    { nameOf: ({ name }) => name, consequence: 'core.serviceAccounts.removed' },
  );
  const { openId, setOpenId, shown, setShown, open } = useSecretOnce<NewKey>('serviceAccounts');
  const record = useOne(edited?.id ?? '', { companyId }, { enabled: Boolean(edited) });

  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        columns={columns}
        texts="core.serviceAccounts"
        onOpen={undefined}
        actionsWidth={128}
        expansion={{
          id: openId,
          onChange: (row) => void open(row),
          render: (row) => (
            <ServiceAccountKeys
              account={row}
              shown={shown?.accountId === row.id ? shown : undefined}
              onShown={setShown}
              mayChange={may('core.serviceaccounts.update')}
            />
          ),
        }}
        empty={{ icon: IconRobot }}
      />
      {edited === null && (
        <ServiceAccountsForm
          companyId={companyId}
          account={null}
          onClose={close}
          onSaved={({ id }) => setOpenId(id)}
        />
      )}
      {edited && record.data && (
        <ServiceAccountsForm
          companyId={companyId}
          account={record.data}
          onClose={close}
          onSaved={() => undefined}
        />
      )}
    </>
  );
}

interface OfRow {
  readonly of: ServiceAccountRow;
}

function Rights({ of: { permissions, mayApprove } }: OfRow) {
  return useText()('core.serviceAccounts.rightCount', { count: permissions.length + (mayApprove ? 1 : 0) });
}

function Administrations({ of: { administrationIds } }: OfRow) {
  const text = useText();
  if (administrationIds.length === 0) return text('core.serviceAccounts.allAdministrations');
  return text('core.serviceAccounts.administrationCount', { count: administrationIds.length });
}

function Addresses({ of: { addresses } }: OfRow) {
  const text = useText();
  return addresses.length === 0 ? text('core.serviceAccounts.anyAddress') : addresses.join(', ');
}

function LastUsed({ at }: { readonly at: string | null }) {
  const text = useText();
  return at === null ? (
    <span className="balie-empty">{text('core.serviceAccounts.never')}</span>
  ) : (
    <DateText value={at} />
  );
}

function State({ of: { active, validUntil } }: OfRow) {
  const text = useText();
  const [today] = useState(() => dayOfInstant(new Date()));
  if (validUntil !== null && validUntil < today)
    return <StatusChip meaning="bad" icon={IconCircleMinus} word={text('core.serviceAccounts.ended')} />;
  return active ? (
    <StatusChip meaning="ok" icon={IconCircleCheck} word={text('core.serviceAccounts.on')} />
  ) : (
    <StatusChip meaning="neutral" icon={IconCircleMinus} word={text('core.serviceAccounts.off')} />
  );
}
