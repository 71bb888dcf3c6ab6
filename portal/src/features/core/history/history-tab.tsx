import { useMemo, type ReactNode } from 'react';
import { history } from '#contract/core/history.ts';
import { addDays, dayOfInstant, instantOfAmsterdam } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { fetchAllRows } from '#portal/kit/data/fetch-rows.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
import type { Words } from '#portal/kit/list/rows-export.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { TabTools } from '../saved-views/tab-tools.tsx';
import {
  changeText,
  type HistoryLabels,
  type HistoryLine,
  isBlank,
  labelsFor,
  lineTitle,
  linesOf,
} from './history.rules.ts';
import { LongText } from './long-text.tsx';
import styles from './history.module.css';

const { useList } = resourceHooks(history);

interface HistoryTabProps {
  /** The permission name of the record's resource: `core.companies`. */
  readonly entity: string;
  readonly id: string;
  /** Where the labels of its fields stand: `core.companies`. The entity itself when absent. */
  readonly labels?: string;
  /** Where the labels of its parts stand, by the permission name of their resource. */
  readonly parts?: HistoryLabels['parts'];
}

const noParts = {};

/** What happened to one record, the newest first: who, when, which field, old and new. */
export function HistoryTab({ entity, id, labels: own = entity, parts = noParts }: HistoryTabProps) {
  const text = useText();
  const language = useLanguage();
  const list = useListState(history, { filters: filterNames, toQuery });
  const record = { entity, entityId: id };
  const page = useList({ ...list.query, extra: record }, {});
  const labels = useMemo(() => ({ own, parts }), [own, parts]);
  const columns = useMemo(() => columnsOf(labels, text, language), [labels, text, language]);
  const http = useHttp();
  const since = periods.map((days) => ({
    value: String(days),
    label: text(`core.history.sinceDays.${days}`),
  }));
  return (
    <ListFrame
      place="tab"
      screen="history:index"
      columns={columns}
      texts="core.history"
      list={list}
      page={{ ...page, data: page.data && { ...page.data, result: linesOf(page.data.result) } }}
      filters={[
        {
          ...choiceFilter('since', 'core.history.since', since, text),
          off: text('core.history.sinceEver'),
        },
      ]}
      renderTools={(choice) => (
        <TabTools
          screen="history:index"
          choice={choice}
          title={text('core.history.title')}
          rows={async () => linesOf(await fetchAllRows(http, history, {}, { ...list.query, extra: record }))}
          wordsOf={(line) => wordsOf(line, labels, text, language)}
          kinds={{ at: 'instant' }}
        />
      )}
      empty={{ hint: '' }}
    />
  );
}

const filterNames = ['since'];
/** So many days back, this one among them. */
const periods = [1, 7, 30, 365] as const;

// Values of a filter come from the address: what is no choice narrows nothing.
function toQuery({ since }: Readonly<Record<string, string>>): Pick<ListQuery, 'filter'> {
  const days = periods.find((one) => String(one) === since);
  if (days === undefined) return {};
  return { filter: `at ge ${instantOfAmsterdam(addDays(dayOfInstant(new Date()), 1 - days), '00:00')}` };
}

function wordsOf(line: HistoryLine, labels: HistoryLabels, text: Text, language: Language): Words {
  const { entry, change } = line;
  const what = lineTitle(line, labels, text);
  const side = (of: 'old' | 'new') =>
    change === undefined || isBlank(change[of])
      ? ''
      : changeText(labelsFor(entry, labels), change, of, text, language);
  return { at: entry.at, userName: entry.userName, field: what, old: side('old'), new: side('new') };
}

function columnsOf(labels: HistoryLabels, text: Text, language: Language): readonly Column<HistoryLine>[] {
  const first = (draw: (line: HistoryLine) => ReactNode) => (line: HistoryLine) =>
    line.isFirst ? draw(line) : null;
  const value = (of: 'old' | 'new') => (line: HistoryLine) =>
    line.change === undefined ? null : (
      <LongText>{changeText(labelsFor(line.entry, labels), line.change, of, text, language)}</LongText>
    );
  const field = (line: HistoryLine) => {
    const title = lineTitle(line, labels, text);
    return (
      <span className={styles.value}>{line.change === undefined ? <strong>{title}</strong> : title}</span>
    );
  };
  const who = ({ entry }: HistoryLine) =>
    entry.isSealed ? (
      entry.userName
    ) : (
      <>
        {entry.userName} <span className="balie-empty">{text('core.history.unsealed')}</span>
      </>
    );
  return [
    {
      field: 'at',
      label: 'core.history.at',
      width: 150,
      sortable: true,
      render: first(({ entry }) => <DateText value={entry.at} />),
      renderSmall: ({ entry }) => <DateText value={entry.at} />,
      small: 'line',
    },
    {
      field: 'userName',
      label: 'core.history.who',
      width: '18%',
      sortable: true,
      render: first(who),
      renderSmall: who,
      small: 'line',
    },
    {
      field: 'field',
      label: 'core.history.what',
      width: '22%',
      render: field,
      // A row of two lines shows the complete change in the first.
      renderSmall: (line) => (
        <>
          {field(line)}
          {line.change && (
            <>
              : {value('old')(line)} → {value('new')(line)}
            </>
          )}
        </>
      ),
      isMain: true,
      small: 'title',
    },
    { field: 'old', label: 'core.history.old', render: value('old') },
    { field: 'new', label: 'core.history.new', render: value('new') },
  ];
}
