import { IconRegex } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { triggerBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { loadListTools } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { Failures, Share } from './share.tsx';

type TriggerShare = Row<typeof triggerBoard>;
const hooks = resourceHooks(triggerBoard);
const ListTools = lazy(async () => {
  const Tools = await loadListTools();
  return { default: Tools<typeof triggerBoard, TriggerShare> };
});

const columns = columnsFor(
  triggerBoard,
  [
    { field: 'name', width: '22%', small: 'title' },
    { field: 'customerIdAndName', width: '20%', small: 'line', render: (row) => <Whose row={row} /> },
    { field: 'documentCount', width: 124 },
    { field: 'validatedCount', width: 110 },
    { field: 'positiveShare', width: 100, align: 'right', small: 'end', render: ({ positiveShare }) => <Share value={positiveShare} /> },
    { field: 'unchangedShare', width: 140, align: 'right', render: ({ unchangedShare }) => <Share value={unchangedShare} /> },
    { field: 'lastFailures', sortable: false, render: ({ lastFailures }) => <Failures failures={lastFailures} /> },
    { field: 'lastDocumentAt', width: 150 },
  ],
  'documentsWork.board',
);

/** Per trigger; a row opens it. */
export function TriggersBoard({ views }: { readonly views: ReactNode }) {
  const text = useText();
  const pathTo = usePathTo();
  const mayOpen = usePermission()('fmmanagement.triggers.update');
  const list = useListState(triggerBoard);
  const choice = useColumns('board:triggers', columns);
  const page = hooks.useList(list.query, {});
  const count = page.data?.metadata.count;
  return (
    <ListPage
      title={text('documentsWork.board.title')}
      count={count}
      search={<SearchBox list={list} label="documentsWork.board.searchTrigger" />}
      filters={views}
      actions={
        <Suspense>
          <ListTools
            screen="board:index"
            resource={triggerBoard}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('documentsWork.board.all')}
            hasExport={false}
          />
        </Suspense>
      }
    >
      <DataTable
        caption={text('documentsWork.board.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={mayOpen ? ({ id }) => pathTo('triggers:update', { triggerId: id }) : undefined}
        empty={<EmptyState kind="first" icon={IconRegex} title={text('documentsWork.triggers.none')} hint={text('documentsWork.triggers.noneHint')} />}
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}

function Whose({ row }: { readonly row: TriggerShare }) {
  const general = useText()('documentsWork.trigger.general');
  return row.companyId === null ? general : row.customerIdAndName;
}
