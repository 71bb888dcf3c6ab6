import type { ReactNode } from 'react';
import { history } from '#contract/core/history.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import type { Language } from '#contract/problem.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { useListState, type ListState } from '#portal/kit/list/use-list-state.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { changeText, fieldName, linesOf, verbName, type HistoryLine } from './history.rules.ts';

const { useList } = resourceHooks(history);

interface HistoryTabProps {
  /** The permission name of the record's resource: `core.companies`. */
  readonly entity: string;
  readonly id: string;
  /** Where the labels of its fields stand: `core.companies`. The entity itself when absent. */
  readonly labels?: string;
}

/** What happened to one record, the newest first: who, when, which field, old and new. */
export function HistoryTab(props: HistoryTabProps) {
  return <HistoryLines {...props} list={useListState(history)} />;
}

interface HistoryLinesProps extends HistoryTabProps {
  /** Where one stands in it: in the address on a tab, beside it in a dialog. */
  readonly list: Pick<ListState, 'query' | 'page' | 'size' | 'sizes' | 'setPage' | 'setSize'>;
}

/** The lines of a history with their pages. */
export function HistoryLines({ entity, id, labels = entity, list }: HistoryLinesProps) {
  const text = useText();
  const language = useLanguage();
  const page = useList({ ...list.query, extra: { entity, entityId: id } }, {});
  const lines = page.data && { result: linesOf(page.data.result) };

  return (
    <>
      <DataTable
        caption={text('core.history.title')}
        columns={columnsOf(labels, text, language)}
        page={{ ...page, data: lines }}
        empty={<EmptyState kind="first" title={text('core.history.none')} />}
      />
      <Pager list={list} count={page.data?.metadata.count} />
    </>
  );
}

function columnsOf(labels: string, text: Text, language: Language): readonly Column<HistoryLine>[] {
  const first = (draw: (line: HistoryLine) => ReactNode) => (line: HistoryLine) =>
    line.isFirst ? draw(line) : null;
  const value = (of: 'old' | 'new') => (line: HistoryLine) =>
    line.change === undefined ? null : changeText(labels, line.change, of, text, language);
  const field = ({ entry, change }: HistoryLine) =>
    change === undefined ? (
      <strong>{verbName(entry.verb, text)}</strong>
    ) : (
      fieldName(labels, change.field, text)
    );
  const who = ({ entry }: HistoryLine) => entry.userName;
  return [
    {
      field: 'at',
      label: 'core.history.at',
      width: 150,
      render: first(({ entry }) => <DateText value={entry.at} />),
      renderSmall: ({ entry }) => <DateText value={entry.at} />,
      small: 'line',
    },
    {
      field: 'userName',
      label: 'core.history.who',
      width: '18%',
      render: first(who),
      renderSmall: who,
      small: 'line',
    },
    {
      field: 'field',
      label: 'core.history.what',
      width: '22%',
      render: field,
      // A row of two lines tells all of the change in the first.
      renderSmall: (line) => (
        <>
          {field(line)}
          {line.change && <>: {value('old')(line)} → {value('new')(line)}</>}
        </>
      ),
      isMain: true,
      small: 'title',
    },
    { field: 'old', label: 'core.history.old', render: value('old') },
    { field: 'new', label: 'core.history.new', render: value('new') },
  ];
}
