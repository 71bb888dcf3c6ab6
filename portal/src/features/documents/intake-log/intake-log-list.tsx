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
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { WorkList } from '../lists/work-list.tsx';
import styles from './intake-log.module.css';

type Line = Row<typeof intakeLog>;
const hooks = resourceHooks(intakeLog);
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
    { field: 'source', width: 100, isMain: false, render: ({ source }) => <Source source={source} /> },
    { field: 'filename', isMain: false, render: (line) => <What line={line} />, small: 'title' },
    { field: 'sender', width: '14%', isMain: false },
    { field: 'administrationName', width: '13%', isMain: false },
    {
      field: 'outcome',
      width: '24%',
      isMain: false,
      sortable: false,
      render: (line) => <Outcome line={line} />,
      small: 'line',
      renderSmall: (line) => (
        <span className={styles.told}>
          <Outcome line={line} />
        </span>
      ),
    },
  ],
  'documentsWork.intake',
);

const filters = ['source', 'outcome'];

// Values of a filter come from the address: what is no choice narrows nothing.
function toQuery({ source, outcome }: Readonly<Record<string, string>>) {
  const parts = [
    intakeSources.find((one) => one === source) && `source eq '${source}'`,
    outcome === 'refused' && "reasonCode ne ''",
    outcome === 'taken' && "reasonCode eq ''",
  ].filter(Boolean);
  return parts.length === 0 ? {} : { filter: parts.join(' and ') };
}

/** Every mail and file that came in: each became a document, or says why not. */
export function IntakeLogList() {
  const text = useText();
  const http = useHttp();
  const list = useListState(intakeLog, { filters, toQuery });
  const page = hooks.useList(list.query, {});

  async function saveMail({ id, mailId }: Line) {
    try {
      await download(http, `/api/fmmodule/intake-log/${encodeURIComponent(id)}/mail`, `${mailId ?? id}.eml`);
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  }

  return (
    <WorkList
      screen="intake-log:index"
      resource={intakeLog}
      list={list}
      page={page}
      columns={columns}
      title="documentsWork.intake.title"
      search="documentsWork.intake.search"
      filters={
        <FilterBar
          list={list}
          filters={[
            {
              name: 'source',
              label: text('documentsWork.intake.source'),
              off: text('documentsWork.intake.every'),
              options: intakeSources.map((value) => ({
                value,
                label: text(`documentsWork.intake.from.${value}`),
              })),
            },
            {
              name: 'outcome',
              label: text('documentsWork.intake.outcome'),
              off: text('documentsWork.intake.every'),
              options: [
                { value: 'taken', label: text('documentsWork.intake.taken') },
                { value: 'refused', label: text('documentsWork.intake.refused') },
              ],
            },
          ]}
        />
      }
      everything={text('documentsWork.intake.all')}
      actionsWidth={56}
      renderActions={(line) =>
        line.mailId !== null && (
          <RowAction
            icon={IconMail}
            label={text('documentsWork.intake.mail', { subject: line.subject })}
            onClick={() => void saveMail(line)}
          />
        )
      }
      empty={{
        icon: IconFileImport,
        title: text('documentsWork.intake.none'),
        hint: text('documentsWork.intake.noneHint'),
      }}
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

function What({ line }: { readonly line: Line }) {
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
