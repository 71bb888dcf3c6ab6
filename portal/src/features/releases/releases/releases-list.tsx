import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsAlt, IconRocket } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '#contract/money.ts';
import { releases, releaseSettingsPermission } from '#contract/releases/releases.ts';
import { ListTools } from '#portal/features/core/index.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { NewBuildBar } from './new-build-bar.tsx';
import { releaseHooks } from './release.ts';
import { ReleaseStatus } from './release-status.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('./release-settings-dialog.tsx')).SettingsDialog,
}));

const columns = columnsFor(
  releases,
  [
    { field: 'name', small: 'title' },
    // Shares of the width, so that the name keeps its own from 992 on.
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
  const list = useListState(releases, { filters: filterNames, toQuery });
  const choice = useColumns('releases:index', columns);
  const page = releaseHooks.useList(list.query, {});
  const count = page.data?.metadata.count;
  return (
    <ListPage
      title={text('releases.releases.title')}
      count={count}
      search={<SearchBox list={list} label="releases.releases.search" />}
      filters={
        <FilterBar
          list={list}
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
        />
      }
      actions={
        <>
          <ListTools
            screen="releases:index"
            resource={releases}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('releases.releases.all')}
          />
          {may(`${releaseSettingsPermission}.update.system`) && <SettingsButton />}
        </>
      }
    >
      {may('fm.releases.create') && <NewBuildBar />}
      <DataTable
        caption={text('releases.releases.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('releases:detail', { releaseId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconRocket}
            title={text('releases.releases.none')}
            hint={text('releases.releases.noneHint')}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
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
      {isOpen && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
