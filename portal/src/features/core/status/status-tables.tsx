import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  type JobFailure,
  type JobKindStatus,
  type ProcessStatus,
  statusPlace,
  type SystemStatus,
} from '#contract/core/status.ts';
import { formatNumber } from '#contract/money.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { useText } from '#portal/kit/text.ts';
import { ageText, kindText } from './status-text.ts';
import styles from './status.module.css';

/** Failures, queue, processes, exports and mailboxes. */
export function StatusTables({ status }: { readonly status: SystemStatus }) {
  const { failures, jobs, waitingCompanies, processes, exports, mailboxes, retries } = status;
  const waiting = waitingCompanies.map((row) => ({ ...row, id: row.companyId ?? 'nobody' }));
  const running = processes.map((row) => ({ ...row, id: `${row.kind} ${row.host} ${row.pid}` }));
  return (
    <>
      <Failures failures={failures} />
      <Part name="jobs" columns={jobColumns} rows={jobs.map((row) => ({ ...row, id: row.kind }))} />
      <Part name="companies" columns={companyColumns} rows={waiting} />
      <Part name="processes" columns={processColumns} rows={running} />
      <Part name="exports" columns={exportColumns} rows={exports} />
      <Part name="mailboxes" columns={mailboxColumns} rows={mailboxes} />
      {retries.length > 0 && <Part name="retries" columns={retryColumns} rows={retries} />}
    </>
  );
}

type Named<Row> = Row & { readonly id: string };

interface PartProps<R extends { readonly id: string }> {
  readonly name: 'jobs' | 'companies' | 'processes' | 'exports' | 'mailboxes' | 'retries' | 'failures';
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly renderActions?: ((row: R) => ReactNode) | undefined;
}

function Part<R extends { readonly id: string }>({ name, columns, rows, renderActions }: PartProps<R>) {
  const text = useText();
  const title = text(`core.status.${name}`);
  const none = `core.status.no${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return (
    <Card title={title} count={rows.length > 0 ? rows.length : undefined} isFlush>
      <DataTable
        dense
        caption={title}
        columns={columns}
        page={loadedRows(rows)}
        renderActions={renderActions}
        actionsWidth={52}
        empty={<p className={`balie-empty ${styles.none}`}>{text(none)}</p>}
      />
    </Card>
  );
}

function Failures({ failures }: { readonly failures: readonly JobFailure[] }) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const mayRetry = usePermission()('core.status.retry.system');
  const retry = useVerb({
    call: ({ kind, id }: JobFailure) => ({ url: `/api/${statusPlace.path}/jobs/${kind}/${id}/retry` }),
    invalidates: [statusPlace],
    onSuccess: () => void notify({ meaning: 'ok', title: text('core.status.retried') }),
    onError: notifyFailure,
  });
  return (
    <div className={styles.wide}>
      <Part
        name="failures"
        columns={failureColumns}
        rows={failures}
        renderActions={
          mayRetry
            ? (row) => (
                <RowAction
                  icon={IconRefresh}
                  label={text('core.status.retryName', { kind: kindText(row.kind, text) })}
                  onClick={() => retry.mutate(row)}
                />
              )
            : undefined
        }
      />
    </div>
  );
}

const failureColumns: readonly Column<JobFailure>[] = [
  {
    field: 'kind',
    label: 'core.status.job',
    width: 210,
    small: 'title',
    isMain: true,
    render: ({ kind }) => <KindName kind={kind} />,
    // The second line has one row's height: a reason is read whole.
    renderSmall: ({ kind, reason }) => (
      <>
        <KindName kind={kind} />
        <div className={styles.smallReason}>{reason}</div>
      </>
    ),
  },
  {
    field: 'failedAt',
    label: 'core.status.failedAt',
    width: 150,
    small: 'line',
    render: ({ failedAt }) => <DateText value={failedAt} />,
  },
  {
    field: 'companyName',
    label: 'core.status.company',
    width: 160,
    small: 'line',
    render: ({ companyName }) => companyName || <None />,
    renderSmall: ({ companyName }) => companyName || null,
  },
  {
    field: 'reason',
    label: 'core.status.reason',
    render: ({ reason }) => <Reason of={reason} />,
  },
  { field: 'tries', label: 'core.status.tries', width: 80, align: 'right', render: ({ tries }) => tries },
];

const count = (
  field: 'waiting' | 'later' | 'running' | 'failed',
  small?: 'end',
): Column<Named<JobKindStatus>> => ({
  field,
  label: `core.status.${field}`,
  width: 74,
  align: 'right',
  ...(small ? { small } : {}),
  render: (row) => <Count value={row[field]} />,
});
const jobColumns: readonly Column<Named<JobKindStatus>>[] = [
  {
    field: 'kind',
    label: 'core.status.job',
    small: 'title',
    isMain: true,
    render: ({ kind }) => <KindName kind={kind} />,
  },
  count('waiting', 'end'),
  {
    field: 'oldestSeconds',
    label: 'core.status.oldest',
    width: 84,
    align: 'right',
    small: 'line',
    render: ({ oldestSeconds }) => <Age seconds={oldestSeconds} />,
    renderSmall: (row) => <ShortJobs of={row} />,
  },
  count('later'),
  count('running'),
  count('failed'),
];

const companyColumns: readonly Column<Named<SystemStatus['waitingCompanies'][number]>>[] = [
  {
    field: 'companyName',
    label: 'core.status.company',
    small: 'title',
    isMain: true,
    render: ({ companyName }) => <Company name={companyName} />,
  },
  {
    field: 'waiting',
    label: 'core.status.waiting',
    width: 90,
    align: 'right',
    small: 'end',
    render: ({ waiting }) => <Count value={waiting} />,
  },
  {
    field: 'oldestSeconds',
    label: 'core.status.oldest',
    width: 100,
    align: 'right',
    small: 'line',
    render: ({ oldestSeconds }) => <Age seconds={oldestSeconds} />,
  },
];

const processColumns: readonly Column<Named<ProcessStatus>>[] = [
  {
    field: 'kind',
    label: 'core.status.process',
    width: 150,
    small: 'title',
    isMain: true,
    render: (row) => <Process of={row} />,
  },
  {
    field: 'host',
    label: 'core.status.host',
    small: 'line',
    render: ({ host, pid }) => (
      <span className={styles.reason}>
        {host} {pid}
      </span>
    ),
  },
  {
    field: 'version',
    label: 'core.status.version',
    width: 130,
    small: 'end',
    render: ({ version, build }) => `${version} ${build}`,
    renderSmall: ({ version }) => version,
  },
  {
    field: 'startedAt',
    label: 'core.status.startedAt',
    width: 150,
    small: 'line',
    render: ({ startedAt }) => <DateText value={startedAt} />,
  },
];

const exportColumns: readonly Column<SystemStatus['exports'][number]>[] = [
  {
    field: 'kind',
    label: 'core.status.job',
    width: 190,
    small: 'title',
    isMain: true,
    render: ({ kind }) => <ExportKind kind={kind} />,
  },
  { field: 'companyName', label: 'core.status.company', small: 'end', render: (row) => row.companyName },
  {
    field: 'reason',
    label: 'core.status.reason',
    small: 'line',
    render: ({ reason }) => <Reason of={reason} />,
  },
  {
    field: 'at',
    label: 'core.status.failedAt',
    width: 150,
    small: 'line',
    render: ({ at }) => <DateText value={at} />,
  },
];

const mailboxColumns: readonly Column<SystemStatus['mailboxes'][number]>[] = [
  {
    field: 'administrationName',
    label: 'core.status.administration',
    small: 'title',
    isMain: true,
    render: (row) => row.administrationName,
  },
  { field: 'companyName', label: 'core.status.company', render: (row) => row.companyName },
  {
    field: 'lastReadAt',
    label: 'core.status.lastRead',
    width: 150,
    small: 'end',
    render: ({ lastReadAt }) => <DateText value={lastReadAt} />,
    renderSmall: ({ lastReadAt }) => lastReadAt && <DateText value={lastReadAt} />,
  },
  { field: 'verdict', label: 'core.status.outcomeOf', small: 'line', render: (row) => <Verdict of={row} /> },
];

const retryColumns: readonly Column<SystemStatus['retries'][number]>[] = [
  {
    field: 'kind',
    label: 'core.status.job',
    small: 'title',
    isMain: true,
    render: ({ kind }) => <KindName kind={kind} />,
  },
  {
    field: 'reason',
    label: 'core.status.reason',
    small: 'line',
    render: ({ reason }) => <Reason of={reason} />,
  },
  { field: 'by', label: 'core.status.by', width: 150, small: 'line', render: ({ by }) => by },
  {
    field: 'at',
    label: 'core.status.retries',
    width: 150,
    small: 'end',
    render: ({ at }) => <DateText value={at} />,
  },
];

function None() {
  return <span className="balie-empty">–</span>;
}

function KindName({ kind }: { readonly kind: string }) {
  return <span title={kind}>{kindText(kind, useText())}</span>;
}

function Count({ value }: { readonly value: number }) {
  const language = useLanguage();
  return value === 0 ? <None /> : formatNumber(value, language);
}

function Age({ seconds }: { readonly seconds: number | null }) {
  const text = useText();
  return seconds === null ? <None /> : ageText(seconds, text);
}

/** In a row of two lines: how long the oldest waits, and what runs or failed. */
function ShortJobs({ of: { oldestSeconds, running, failed } }: { readonly of: JobKindStatus }) {
  const text = useText();
  const language = useLanguage();
  const n = (value: number) => ({ n: formatNumber(value, language) });
  return [
    oldestSeconds !== null && text('core.status.short.waits', { age: ageText(oldestSeconds, text) }),
    running > 0 && text('core.status.short.running', n(running)),
    failed > 0 && text('core.status.short.failed', n(failed)),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function Reason({ of }: { readonly of: string }) {
  const text = useText();
  if (of === '') return <span className="balie-empty">{text('core.status.noReason')}</span>;
  return <span className={styles.reason}>{of}</span>;
}

function Company({ name }: { readonly name: string }) {
  const text = useText();
  return name || <span className="balie-empty">{text('core.status.nobody')}</span>;
}

function Process({ of: { kind, isThis } }: { readonly of: ProcessStatus }) {
  const text = useText();
  return (
    <>
      {text(`core.status.kind.${kind}`)}{' '}
      {isThis && <span className="balie-empty">{text('core.status.isThis')}</span>}
    </>
  );
}

function ExportKind({ kind }: Pick<SystemStatus['exports'][number], 'kind'>) {
  return useText()(`core.status.export.${kind}`);
}

function Verdict({ of: { verdict, lastReadAt } }: { readonly of: SystemStatus['mailboxes'][number] }) {
  const text = useText();
  if (verdict !== '') return <span className={styles.late}>{verdict}</span>;
  return text(lastReadAt === null ? 'core.status.unread' : 'core.status.read');
}
