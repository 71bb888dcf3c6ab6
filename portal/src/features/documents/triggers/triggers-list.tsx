import { Button } from '@mantine/core';
import { IconDownload, IconRegex, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { triggers } from '#contract/documents/triggers.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { WorkList } from '../lists/work-list.tsx';
import { triggerHooks, triggersUrl, type TriggerRow } from './trigger.ts';

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

/** The triggers that one may see: one's own and the general ones; out as YAML, in from YAML or invoice2data. */
export function TriggersList() {
  const text = useText();
  const may = usePermission();
  const http = useHttp();
  const pathTo = usePathTo();
  const list = useListState(triggers);
  const page = triggerHooks.useList(list.query, {});
  const remove = useRemoveWithConfirm(triggers, {}, { goTo: false });
  const [isImporting, setImporting] = useState(false);
  const mayOpen = may('fmmanagement.triggers.update');
  const mayRemove = (row: TriggerRow) =>
    may(row.companyId === null ? 'fmmanagement.triggers.delete.system' : 'fmmanagement.triggers.delete');

  async function exportAll() {
    try {
      await download(http, `${triggersUrl}/yaml`, 'triggers.yaml');
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  }

  const bringIn = may('fmmanagement.triggers.create') && (
    <Button
      leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
      onClick={() => setImporting(true)}
    >
      {text('documentsWork.import.button')}
    </Button>
  );
  return (
    <>
      <WorkList
        screen="triggers:index"
        resource={triggers}
        list={list}
        page={page}
        columns={columns}
        title="documentsWork.triggers.title"
        search="kit.search.label"
        everything={text('documentsWork.triggers.all')}
        tools={
          <Button
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void exportAll()}
          >
            {text('documentsWork.triggers.yaml')}
          </Button>
        }
        create={bringIn}
        href={mayOpen ? ({ id }) => pathTo('triggers:update', { triggerId: id }) : undefined}
        renderActions={
          may('fmmanagement.triggers.delete')
            ? (row) => (
                <RowActions
                  name={row.naam}
                  onRemove={
                    mayRemove(row)
                      ? () =>
                          void remove({
                            id: row.id,
                            name: row.naam,
                            thing: text('documentsWork.triggers.thing'),
                          })
                      : undefined
                  }
                />
              )
            : undefined
        }
        empty={{
          icon: IconRegex,
          title: text('documentsWork.triggers.none'),
          hint: text('documentsWork.triggers.noneHint'),
        }}
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
