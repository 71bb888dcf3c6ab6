import {
  IconFileImport,
  IconFileZip,
  IconMail,
  IconArrowsSplit,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import { intakeLog, intakeSources } from '#contract/documents/intake-log.ts';
import type { Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import type { Filter } from '#portal/kit/list/filter-frame.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import type { ListStateOptions } from '#portal/kit/list/use-list-state.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './intake-log.module.css';

type Line = Row<typeof intakeLog>;
const icons: Readonly<Record<Line['source'], TablerIcon>> = {
  upload: IconUpload,
  mail: IconMail,
  zip: IconFileZip,
  split: IconArrowsSplit,
};

const columns = columnsFor(
  intakeLog,
  [
    { field: 'receivedAt', width: 150, isMain: true, small: 'end' },
    { field: 'source', width: 100, render: ({ source }) => <Source source={source} /> },
    { field: 'filename', render: (line) => <File line={line} />, small: 'title' },
    { field: 'sender', width: '14%' },
    { field: 'administrationName', width: '13%' },
    {
      field: 'outcome',
      width: '24%',
      sortable: false,
      render: (line) => <Outcome line={line} />,
      small: 'line',
      renderSmall: (line) => (
        <span className={styles.outcome}>
          <Outcome line={line} />
        </span>
      ),
    },
  ],
  'documentsWork.intake',
);

/** Whose it is, for who sees several companies: their documents may have the same numbers. */
const companyColumn = columnsFor(
  intakeLog,
  [{ field: 'companyName', width: '13%', isMain: false, small: 'line' }],
  'documentsWork.intake',
);
const staffColumns = [...columns, ...companyColumn];

const narrowing: ListStateOptions = {
  filters: ['source', 'outcome'],
  // Filters come from the address: unknown values narrow nothing.
  toQuery({ source, outcome }) {
    const parts = [
      intakeSources.some((known) => known === source) && `source eq '${source}'`,
      outcome === 'refused' && "reasonCode ne ''",
      outcome === 'taken' && "reasonCode eq ''",
    ].filter(Boolean);
    return parts.length === 0 ? {} : { filter: parts.join(' and ') };
  },
};

/** Every received mail and file: its document, or the reason why there is none. */
export function IntakeLogList() {
  const text = useText();
  const { save } = useDownload();
  const seesCompanies = usePermission()('fmmodule.intakelog.read.system');
  const label = (key: string) => text(`documentsWork.intake.${key}`);
  const option = (value: string, key = value) => ({ value, label: label(key) });
  const filter = (name: string, options: Filter['options']): Filter => ({
    name,
    label: label(name),
    off: label('every'),
    options,
  });
  return (
    <ResourceList
      {...useRows(intakeLog, {}, narrowing)}
      columns={seesCompanies ? staffColumns : columns}
      texts="documentsWork.intake"
      everything="documentsWork.intake.all"
      filters={[
        filter(
          'source',
          intakeSources.map((source) => option(source, `from.${source}`)),
        ),
        filter('outcome', [option('taken'), option('refused')]),
      ]}
      actionsWidth={56}
      renderActions={({ id, mailId, subject }) =>
        mailId !== null && (
          <RowAction
            icon={IconMail}
            label={text('documentsWork.intake.mail', { subject })}
            onClick={() =>
              void save(`/api/fmmodule/intake-log/${encodeURIComponent(id)}/mail`, `${mailId}.eml`)
            }
          />
        )
      }
      empty={{ icon: IconFileImport }}
    />
  );
}

function Source({ source }: { readonly source: Line['source'] }) {
  const text = useText();
  const Icon = icons[source];
  return (
    <span className={styles.source}>
      <Icon size={16} stroke={1.75} aria-hidden /> {text(`documentsWork.intake.from.${source}`)}
    </span>
  );
}

function File({ line }: { readonly line: Line }) {
  const { filename, subject, archive } = line;
  return (
    <span title={[subject, archive, filename].filter(Boolean).join('\n')}>
      {filename || subject}
      {archive !== '' && <span className="balie-empty"> {archive}</span>}
    </span>
  );
}

function Outcome({ line: { document, reason } }: { readonly line: Line }) {
  const mayOpen = usePermission()('fmmanagement.documents.read');
  return (
    <span title={reason}>
      {document &&
        (mayOpen ? (
          <ScreenLink className="balie-link" to="documents:detail" params={{ documentId: document.id }}>
            {document.documentId}
          </ScreenLink>
        ) : (
          document.documentId
        ))}
      {document && reason !== '' && ' · '}
      {reason}
    </span>
  );
}
