import { IconPalette } from '@tabler/icons-react';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { ImportButton } from './import-button.tsx';

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
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(semiFinishes, {});
  const mayCreate = may('carpetline.semifinishes.create');
  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="carpetline.catalogue"
      everything="carpetline.catalogue.everything"
      tools={mayCreate && may('carpetline.semifinishes.update') && <ImportButton />}
      create={mayCreate && { href: pathTo('semi-finishes:create'), showKey: true }}
      href={({ id }) => pathTo('semi-finishes:update', { semiFinishId: id })}
      empty={{ icon: IconPalette }}
    />
  );
}
