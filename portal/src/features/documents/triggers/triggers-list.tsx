import { Button } from '@mantine/core';
import { IconDownload, IconRegex, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { triggers } from '#contract/documents/triggers.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { triggersUrl, type TriggerRow } from './trigger.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const columns = columnsFor(
  triggers,
  [
    { field: 'naam', width: '22%', small: 'title' },
    { field: 'companyId', width: 150, sortable: false, render: (row) => <Scope row={row} />, small: 'line' },
    { field: 'keywords', render: ({ keywords }) => <code>{keywords.replaceAll('\n', '; ')}</code> },
    { field: 'crediteur', width: '18%' },
    { field: 'updatedAt', width: 150, small: 'end' },
  ],
  'documentsWork.triggers',
);

/** The person's own triggers and the general ones; export to YAML, import from YAML or invoice2data. */
export function TriggersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const { save } = useDownload();
  const remove = useRemoveWithConfirm(triggers, {}, { goTo: false });
  const [isImporting, setImporting] = useState(false);
  const mayRemove = may('fmmanagement.triggers.delete');
  const mayRemoveGeneral = may('fmmanagement.triggers.delete.system');
  const renderActions = ({ id, naam, companyId }: TriggerRow) => {
    const removal = { id, name: naam, thing: text('documentsWork.triggers.thing') };
    const isRemovable = companyId !== null || mayRemoveGeneral;
    return <RowActions name={naam} onRemove={isRemovable ? () => void remove(removal) : undefined} />;
  };
  return (
    <>
      <ResourceList
        {...useRows(triggers, {})}
        columns={columns}
        texts="documentsWork.triggers"
        search="kit.search.label"
        everything="documentsWork.triggers.all"
        tools={
          <Button
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void save(`${triggersUrl}/yaml`, 'triggers.yaml')}
          >
            {text('documentsWork.triggers.yaml')}
          </Button>
        }
        primary={
          may('fmmanagement.triggers.create') && (
            <Button
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {text('documentsWork.import.button')}
            </Button>
          )
        }
        href={
          may('fmmanagement.triggers.update')
            ? ({ id }) => pathTo('triggers:update', { triggerId: id })
            : undefined
        }
        renderActions={mayRemove ? renderActions : undefined}
        empty={{ icon: IconRegex }}
      />
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Scope({ row }: { readonly row: TriggerRow }) {
  return useText()(row.companyId === null ? 'documentsWork.trigger.general' : 'documentsWork.trigger.own');
}
