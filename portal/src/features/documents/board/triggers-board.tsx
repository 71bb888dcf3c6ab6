import { IconRegex } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { triggerBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { WorkList } from '../lists/work-list.tsx';
import { Failures, Share } from './share.tsx';

type TriggerShare = Row<typeof triggerBoard>;
const hooks = resourceHooks(triggerBoard);
const columns = columnsFor(
  triggerBoard,
  [
    { field: 'name', width: '17%', small: 'title' },
    { field: 'customerIdAndName', width: '12%', small: 'line', render: (row) => <Whose row={row} /> },
    { field: 'documentCount', width: 108 },
    { field: 'validatedCount', width: 100 },
    {
      field: 'positiveShare',
      width: 78,
      align: 'right',
      small: 'end',
      render: ({ positiveShare }) => <Share value={positiveShare} />,
    },
    {
      field: 'unchangedShare',
      width: 124,
      align: 'right',
      render: ({ unchangedShare }) => <Share value={unchangedShare} />,
    },
    {
      field: 'lastFailures',
      sortable: false,
      render: ({ lastFailures }) => <Failures failures={lastFailures} />,
    },
    { field: 'lastDocumentAt', width: 142 },
  ],
  'documentsWork.board',
);

/** Per trigger; a row opens it. */
export function TriggersBoard({ views }: { readonly views: ReactNode }) {
  const text = useText();
  const pathTo = usePathTo();
  const mayOpen = usePermission()('fmmanagement.triggers.update');
  const list = useListState(triggerBoard);
  const page = hooks.useList(list.query, {});
  return (
    <WorkList
      screen="board:index"
      columnsOf="board:triggers"
      resource={triggerBoard}
      list={list}
      page={page}
      columns={columns}
      title="documentsWork.board.title"
      search="documentsWork.board.searchTrigger"
      filters={views}
      everything={text('documentsWork.board.all')}
      href={mayOpen ? ({ id }) => pathTo('triggers:update', { triggerId: id }) : undefined}
      empty={{
        icon: IconRegex,
        title: text('documentsWork.triggers.none'),
        hint: text('documentsWork.triggers.noneHint'),
      }}
    />
  );
}

function Whose({ row }: { readonly row: TriggerShare }) {
  const general = useText()('documentsWork.trigger.general');
  return row.companyId === null ? general : row.customerIdAndName;
}
