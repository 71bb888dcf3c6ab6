import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { trash, trashDays } from '#contract/core/trash.ts';
import { trashKinds } from '#contract/permissions.ts';
import type { Row } from '#contract/resource.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { KindName, kindText } from './kind-name.tsx';

type Trashed = Row<typeof trash>;
const narrowing = equalFilters({ entity: 'text' });

const columns = columnsFor(trash, [
  { field: 'name', width: '28%', small: 'title' },
  { field: 'entity', width: 150, render: ({ entity }) => <KindName entity={entity} />, small: 'line' },
  { field: 'companyName' },
  { field: 'deletedAt', width: 150, small: 'line' },
  { field: 'deletedBy' },
  // Until then it can be put back.
  { field: 'purgedAt', width: 150, render: ({ purgedAt }) => <DateText value={purgedAt} /> },
]);

export function TrashList() {
  const text = useText();
  const may = usePermission();
  const rows = useRows(trash, {}, narrowing);
  const restore = useRestore();
  const shown = trashKinds
    .filter((kind) => may(`${kind}.read`))
    .map((value) => ({ value, label: kindText(value, text) }));

  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="core.trash"
      filters={[choiceFilter('entity', 'core.trash.entity', shown, text)]}
      actionsWidth={140}
      renderActions={
        may('core.trash.restore')
          ? (row) => (
              <Button
                size="xs"
                leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
                aria-label={text('core.trash.restoreName', { name: row.name })}
                disabled={restore.isPending}
                onClick={() => restore.mutate(row)}
              >
                {text('core.trash.restore')}
              </Button>
            )
          : undefined
      }
      empty={{ icon: IconTrash, hint: text('core.trash.noneHint', { days: trashDays }) }}
    />
  );
}

/** Restores a record, with what was deleted along with it. */
function useRestore() {
  const text = useText();
  const client = useQueryClient();
  return useVerb({
    call: ({ entity, id }: Trashed) => ({
      url: `/api/${trash.path}/${encodeURIComponent(entity)}/${encodeURIComponent(id)}/restore`,
    }),
    onSuccess: (_, { name }) => {
      notify({ title: text('core.trash.restored', { name }), meaning: 'ok' });
      // It may come back into any list.
      void client.invalidateQueries();
    },
    onError: (error, { name }) => {
      const isTaken = error instanceof ProblemError && error.kind === 'taken';
      const { title, hint } = errorWords(error, text);
      void showMessage({
        meaning: 'bad',
        title: text('core.trash.failed', { name }),
        body: isTaken ? text('core.trash.taken') : [title, hint].filter(Boolean).join(' '),
      });
    },
  });
}
