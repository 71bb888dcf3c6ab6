import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsAlt, IconRocket } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/money.ts';
import { releases, releaseSettingsPermission } from '#contract/releases/releases.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { NewBuildBar } from './new-build-bar.tsx';
import { ReleaseStatus } from './release-status.tsx';

const SettingsDialog = lazyPart(async () => (await import('./release-settings-dialog.tsx')).SettingsDialog);

const BuildsDialog = lazyPart(async () => (await import('./builds-dialog.tsx')).BuildsDialog);

const columns = columnsFor(
  releases,
  [
    { field: 'name', small: 'title' },
    // Percentages, so that the name keeps enough width from 992 on.
    { field: 'version', width: '10%', small: 'line' },
    { field: 'build', width: '13%', small: 'line' },
    {
      field: 'active',
      label: 'releases.releases.status',
      width: '15%',
      render: (row) => <ReleaseStatus of={row} />,
      small: 'end',
    },
    { field: 'createdAt', width: '15%' },
    {
      field: 'assignedCompanies',
      width: '11%',
      align: 'right',
      render: (row) => <AssignedOf assigned={row.assignedCompanies} total={row.totalCompanyCount} />,
    },
    {
      field: 'assignedUsers',
      width: '12%',
      align: 'right',
      render: (row) => <AssignedOf assigned={row.assignedUsers} total={row.totalUserCount} />,
    },
  ],
  'releases.releases',
);
const filterNames = ['status'];
const statuses: Readonly<Record<string, string>> = { active: 'active eq true', inactive: 'active eq false' };

function toQuery({ status = '' }: Readonly<Record<string, string>>): Pick<ListQuery, 'filter'> {
  const filter = statuses[status];
  return filter === undefined ? {} : { filter };
}

export function ReleasesList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const [isChoosing, setChoosing] = useState(false);
  const mayCreate = may('fm.releases.create.system');
  const rows = useRows(releases, {}, { filters: filterNames, toQuery });
  return (
    <>
      <ResourceList
        {...rows}
        columns={columns}
        texts="releases.releases"
        everything="releases.releases.all"
        filters={[
          {
            name: 'status',
            label: text('releases.releases.status'),
            off: text('releases.releases.statusAll'),
            options: [
              { value: 'active', label: text('releases.releases.isActive') },
              { value: 'inactive', label: text('releases.releases.isInactive') },
            ],
          },
        ]}
        tools={may(`${releaseSettingsPermission}.update.system`) && <SettingsButton />}
        primary={
          mayCreate && <Button onClick={() => setChoosing(true)}>{text('releases.releases.createOf')}</Button>
        }
        notice={mayCreate && <NewBuildBar />}
        href={({ id }) => pathTo('releases:detail', { releaseId: id })}
        empty={{ icon: IconRocket }}
      />
      {isChoosing && <BuildsDialog onClose={() => setChoosing(false)} />}
    </>
  );
}

function AssignedOf({ assigned, total }: { readonly assigned: number; readonly total: number }) {
  const text = useText();
  const language = useLanguage();
  const of = { assigned: formatNumber(assigned, language), total: formatNumber(total, language) };
  return <span className="balie-number">{text('releases.releases.assignedOf', of)}</span>;
}

function SettingsButton() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const label = text('releases.releaseSettings.button');
  return (
    <>
      <ActionIcon variant="default" size={34} aria-label={label} title={label} onClick={() => setOpen(true)}>
        <IconAdjustmentsAlt size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
