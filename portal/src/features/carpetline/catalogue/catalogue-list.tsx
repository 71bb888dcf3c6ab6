import { IconPalette } from '@tabler/icons-react';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ImportButton } from './import-button.tsx';

const { useList } = resourceHooks(semiFinishes);

const columns = columnsFor(
  semiFinishes,
  [
    { field: 'position', width: 110 },
    { field: 'description', width: '40%', isMain: true, small: 'title' },
    { field: 'articleCount', width: 130 },
    { field: 'colorCount', width: 130 },
    { field: 'isActive', width: 140, render: ({ isActive }) => <YesNo value={isActive} />, small: 'end' },
  ],
  'carpetline.catalogue',
);

/** What can be ordered, in the order in which it is shown. */
export function CatalogueList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(semiFinishes, {});
  const choice = useColumns('semi-finishes:index', columns);
  const page = useList(list.query, {});
  const count = page.data?.metadata.count;
  const create = may('carpetline.semifinishes.create') && (
    <CreateButton showKey label={text('carpetline.catalogue.create')} href={pathTo('semi-finishes:create')} />
  );
  return (
    <ListPage
      title={text('carpetline.catalogue.title')}
      count={count}
      search={<SearchBox list={list} label="carpetline.catalogue.search" />}
      actions={
        <>
          <ListTools
            screen="semi-finishes:index"
            resource={semiFinishes}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('carpetline.catalogue.everything')}
          />
          {may('carpetline.semifinishes.update') && may('carpetline.semifinishes.create') && <ImportButton />}
          {create}
        </>
      }
    >
      <DataTable
        caption={text('carpetline.catalogue.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('semi-finishes:update', { semiFinishId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconPalette}
            title={text('carpetline.catalogue.none')}
            hint={text('carpetline.catalogue.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
