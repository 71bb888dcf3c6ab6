import { releaseFailures, type ReleaseAdoption } from '#contract/releases/releases.ts';
import { formatNumber } from '#contract/money.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor, type Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { usePaging } from '#portal/kit/list/use-paging.ts';
import { useText } from '#portal/kit/text.ts';
import { useAdoption, type Release } from './release.ts';
import styles from './releases.module.css';

interface AdoptionDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
}

/** What clients report of a release: which versions they run, and which failures they had. */
export function AdoptionDialog({ release, onClose }: AdoptionDialogProps) {
  const text = useText();
  const adoption = useAdoption(release.id);
  return (
    <Dialog
      title={text('releases.adoption.title', { version: release.version })}
      width={860}
      onClose={onClose}
    >
      <Loaded of={adoption}>
        {(data) => (
          <div className={styles.dialog}>
            <p className="balie-empty">{text('releases.adoption.hint')}</p>
            <Counts of={data} />
            <h3 className={styles.dialogHead}>{text('releases.adoption.versions')}</h3>
            <Versions of={data} release={release} />
            <h3 className={styles.dialogHead}>{text('releases.adoption.failureList')}</h3>
            <Failures releaseId={release.id} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Counts({ of }: { readonly of: ReleaseAdoption }) {
  const text = useText();
  const language = useLanguage();
  const { running, companies, offered, took, failed } = of;
  const numbers: readonly (readonly [label: string, value: number])[] = [
    [text('releases.adoption.running_now'), running],
    [text('releases.adoption.companies'), companies],
    [text('releases.adoption.offered'), offered],
    [text('releases.adoption.took'), took],
    [text('releases.adoption.failed'), failed],
  ];
  return (
    <div className={styles.counts}>
      <Facts facts={numbers.map(([label, value]) => ({ label, value: formatNumber(value, language) }))} />
    </div>
  );
}

interface VersionRow {
  readonly id: string;
  readonly version: string;
  readonly build: string;
  readonly releaseId: string | null;
  readonly count: number;
  readonly share: number;
}

function Versions({ of, release }: { readonly of: ReleaseAdoption; readonly release: Release }) {
  const text = useText();
  const language = useLanguage();
  const rows = of.versions.map((one) => ({
    ...one,
    id: `${one.version} ${one.build}`,
    share: of.installations === 0 ? 0 : (100 * one.count) / of.installations,
  }));
  const about = ({ releaseId }: VersionRow) =>
    releaseId === release.id
      ? text('releases.adoption.isThis')
      : releaseId === null && text('releases.adoption.unknownRelease');
  const columns: readonly Column<VersionRow>[] = [
    {
      field: 'version',
      label: 'releases.adoption.version',
      isMain: true,
      small: 'title',
      render: (row) => (
        <>
          {row.version} <span className="balie-empty">{about(row)}</span>
        </>
      ),
    },
    { field: 'build', label: 'releases.adoption.build', render: ({ build }) => build, small: 'line' },
    {
      field: 'count',
      label: 'releases.adoption.count',
      align: 'right',
      width: 120,
      render: ({ count }) => <span className="balie-number">{formatNumber(count, language)}</span>,
      small: 'end',
    },
    {
      field: 'share',
      label: 'releases.adoption.share',
      align: 'right',
      width: 100,
      render: ({ share }) => <span className="balie-number">{Math.round(share)}%</span>,
    },
  ];
  return (
    <DataTable
      dense
      caption={text('releases.adoption.versions')}
      columns={columns}
      page={loadedRows(rows)}
      empty={<EmptyState kind="first" title={text('releases.adoption.noVersions')} />}
    />
  );
}

type FailureRow = Row<typeof releaseFailures>;
const { useList } = resourceHooks(releaseFailures);
const failureColumns: readonly Column<FailureRow>[] = columnsFor(
  releaseFailures,
  [
    { field: 'companyName', sortable: false, width: '24%', small: 'title' },
    {
      field: 'name',
      sortable: false,
      width: '20%',
      render: ({ name }) => <Known value={name} otherwise="unnamed" />,
    },
    {
      field: 'reason',
      sortable: false,
      render: ({ reason }) => <Known value={reason} otherwise="noReason" />,
      small: 'line',
    },
    { field: 'lastAt', sortable: false, width: 140, small: 'end' },
    { field: 'times', sortable: false, width: 64 },
  ],
  'releases.adoption.failure',
);
const sizes = [10, 50, 200] as const;

function Failures({ releaseId }: { readonly releaseId: string }) {
  const text = useText();
  const paging = usePaging(sizes);
  const { page, size } = paging;
  const failures = useList(
    { top: size, skip: (page - 1) * size, orderBy: releaseFailures.defaultSort },
    { releaseId },
  );
  const count = failures.data?.metadata.count;
  return (
    <>
      <DataTable
        dense
        caption={text('releases.adoption.failureList')}
        columns={failureColumns}
        page={failures}
        empty={<EmptyState kind="done" title={text('releases.adoption.noFailureReports')} />}
      />
      {count !== undefined && count > 10 && <Pager list={paging} count={count} />}
    </>
  );
}

function Known({ value, otherwise }: { readonly value: string; readonly otherwise: 'unnamed' | 'noReason' }) {
  const text = useText();
  return value === '' ? <span className="balie-empty">{text(`releases.adoption.${otherwise}`)}</span> : value;
}
