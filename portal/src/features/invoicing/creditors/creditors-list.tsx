import { Button } from '@mantine/core';
import { IconBan, IconBell, IconBuildingStore, IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { creditors } from '#contract/invoicing/creditors.ts';
import type { Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

/** Blocked, or how many invoices wait for a stop; nothing for the others. */
export function CreditorState({
  creditor: { isBlocked, stopCount },
}: {
  readonly creditor: Pick<Row<typeof creditors>, 'isBlocked' | 'stopCount'>;
}) {
  const text = useText();
  if (isBlocked)
    return <StatusChip meaning="bad" icon={IconBan} word={text('invoicing.creditors.blocked')} />;
  if (stopCount === 0) return null;
  return (
    <StatusChip
      meaning="bad"
      icon={IconHandStop}
      word={text('invoicing.creditors.stops', { count: stopCount })}
    />
  );
}

const columns = columnsFor(
  creditors,
  [
    { field: 'name', isMain: true, small: 'title' },
    { field: 'isBlocked', width: 170, small: 'end', render: (row) => <CreditorState creditor={row} /> },
    { field: 'city', width: '18%', small: 'line' },
    { field: 'kvk', width: 120, small: 'line' },
    { field: 'vatId', width: 160, isExtra: true },
    { field: 'invoiceCount', width: 110, align: 'right', sortable: false },
    { field: 'lastInvoiceDate', width: 140, sortable: false },
  ],
  'invoicing.creditors',
);
const companyColumn = columnsFor(
  creditors,
  [{ field: 'company/name', width: 180, isMain: false, small: 'line' }],
  'invoicing.creditors',
);
const staffColumns = [...columns, ...companyColumn];

const SettingsDialog = lazyPart(async () => (await import('../warnings/settings-dialog.tsx')).SettingsDialog);

/** Opens which warnings the own company has. */
function WarningsButton() {
  const text = useText();
  const companyId = useMe().data?.companyId;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconBell size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        {text('invoicing.warning.settings.button')}
      </Button>
      {isOpen && companyId !== undefined && (
        <SettingsDialog companyId={companyId} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The suppliers of a company, as its invoices name them. */
export function CreditorsList() {
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(creditors, {});
  return (
    <ResourceList
      {...rows}
      columns={may('fmmodule.creditors.read.system') ? staffColumns : columns}
      texts="invoicing.creditors"
      tools={may('fmmodule.approvalflows.update') && <WarningsButton />}
      href={({ id }) => pathTo('creditors:detail', { creditorId: id })}
      empty={{ icon: IconBuildingStore }}
    />
  );
}
