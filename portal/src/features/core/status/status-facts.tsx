import { IconAlertCircle, IconCircleCheck, IconClock, IconPlayerSkipForward } from '@tabler/icons-react';
import type { SystemStatus } from '#contract/core/status.ts';
import { formatNumber } from '#contract/money.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { sizeText } from '#portal/kit/format/size-text.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';

/** Versions, database, disk and backups. */
export function StatusFacts({ status }: { readonly status: SystemStatus }) {
  return (
    <>
      <Versions of={status.version} />
      <Database of={status.database} />
      <Disks status={status} />
      <Backups of={status.backups} />
    </>
  );
}

const nameOf = (migration: string) => migration.replace(/\.sql$/, '');

function Versions({ of }: { readonly of: SystemStatus['version'] }) {
  const text = useText();
  const { version, build, schema, databaseSchema } = of;
  const facts = [
    { label: text('core.status.version'), value: version },
    { label: text('core.status.build'), value: build || text('core.status.noBuild') },
    { label: text('core.status.schema'), value: nameOf(schema) },
    ...(schema === databaseSchema
      ? []
      : [{ label: text('core.status.databaseSchema'), value: nameOf(databaseSchema) }]),
  ];
  return (
    <Card title={text('core.status.server')}>
      <Facts layout="list" facts={facts} />
    </Card>
  );
}

function Database({ of }: { readonly of: SystemStatus['database'] }) {
  const text = useText();
  const language = useLanguage();
  const { version, bytes, answeredInMs, connections, maxConnections } = of;
  return (
    <Card title={text('core.status.database')}>
      <Facts
        layout="list"
        facts={[
          { label: text('core.status.databaseVersion'), value: version },
          { label: text('core.status.size'), value: sizeText(bytes, language) },
          {
            label: text('core.status.answered'),
            value: text('core.status.ms', { ms: formatNumber(answeredInMs, language, { max: 1 }) }),
          },
          {
            label: text('core.status.connections'),
            value: text('core.status.connectionsOf', { count: connections, max: maxConnections }),
          },
        ]}
      />
    </Card>
  );
}

function Disks({ status: { disks, bucket } }: { readonly status: SystemStatus }) {
  const text = useText();
  const language = useLanguage();
  const facts = disks.map(({ holds, freeBytes, totalBytes }) => {
    const names = holds.map((each) => text(`core.status.holds.${each}`)).join(', ');
    return {
      label: names.charAt(0).toUpperCase() + names.slice(1),
      value: text('core.status.free', {
        free: sizeText(freeBytes, language),
        total: sizeText(totalBytes, language),
      }),
    };
  });
  return (
    <Card title={text('core.status.disk')}>
      <Facts
        layout="list"
        facts={[...facts, ...(bucket === null ? [] : [{ label: text('core.status.bucket'), value: bucket }])]}
      />
    </Card>
  );
}

type Run = SystemStatus['backups']['lastBackup'];

function Backups({
  of: { lastBackup, lastRehearsal, pointInTime },
}: {
  readonly of: SystemStatus['backups'];
}) {
  const text = useText();
  return (
    <Card title={text('core.status.backups')}>
      <Facts
        layout="list"
        facts={[
          { label: text('core.status.lastBackup'), value: <LastRun of={lastBackup} /> },
          { label: text('core.status.lastRehearsal'), value: <LastRun of={lastRehearsal} /> },
          ...(pointInTime === null
            ? []
            : [
                { label: text('core.status.archivedUntil'), value: <Moment at={pointInTime.until} /> },
                { label: text('core.status.lastBase'), value: <Moment at={pointInTime.baseAt} /> },
              ]),
        ]}
      />
    </Card>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  const text = useText();
  if (at === null) return <span className="balie-empty">{text('core.status.never')}</span>;
  return <DateText value={at} />;
}

const looks = {
  done: { meaning: 'ok', icon: IconCircleCheck },
  failed: { meaning: 'bad', icon: IconAlertCircle },
  skipped: { meaning: 'warn', icon: IconPlayerSkipForward },
  running: { meaning: 'info', icon: IconClock },
} as const;

function LastRun({ of: run }: { readonly of: Run }) {
  const text = useText();
  const language = useLanguage();
  if (run === null) return <span className="balie-empty">{text('core.status.never')}</span>;
  const outcome = run.outcome ?? 'running';
  const { bytes, rows, files, reason } = run;
  const amounts = [
    bytes !== null && sizeText(bytes, language),
    rows !== null && text('core.status.rows', { count: rows, n: formatNumber(rows, language) }),
    files !== null && text('core.status.files', { count: files, n: formatNumber(files, language) }),
  ].filter((part) => part !== false);
  return (
    <>
      <StatusChip {...looks[outcome]} word={text(`core.status.outcome.${outcome}`)} />{' '}
      <DateText value={run.startedAt} />
      {(reason !== '' || amounts.length > 0) && (
        <div className="balie-empty">{reason === '' ? amounts.join(', ') : reason}</div>
      )}
    </>
  );
}
