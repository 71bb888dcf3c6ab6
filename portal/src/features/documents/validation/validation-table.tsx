import type { ReactNode } from 'react';
import { unvalidated } from '#contract/documents/validation.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Confidence } from '#portal/kit/format/confidence.tsx';
import { type Column, columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import type { RowsState } from '#portal/kit/list/table-types.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { LockMark } from '../locks/lock-bar.tsx';
import type { ItemRow, OpenItem } from './item.ts';

import styles from './validation.module.css';

/** All columns of the list. */
export const itemColumns = columnsFor(
  unvalidated,
  [
    {
      field: 'documentId',
      width: '27%',
      small: 'title',
      render: ({ documentId, lock }) => (
        <>
          {documentId}
          <LockMark lock={lock} />
        </>
      ),
    },
    {
      field: 'administrationName',
      small: 'line',
      render: (row) => <Customer row={row} />,
    },
    {
      field: 'confidence',
      width: 156,
      align: 'right',
      small: 'end',
      render: ({ confidence }) => <Confidence value={confidence} />,
    },
  ],
  'documentsWork.recognition',
);

/** The administration; for staff with the company, since two may have one number. */
function Customer({ row: { administrationName, companyName, customerId } }: { readonly row: ItemRow }) {
  const seesSeveral = usePermission()('fmmodule.invoicerecognitiondata.read.system');
  const names = seesSeveral ? [companyName, administrationName] : [administrationName || customerId];
  return [...new Set(names)].filter((name) => name !== '').join(' · ');
}

interface ValidationTableProps {
  readonly list: ListState;
  readonly page: RowsState<ItemRow>;
  readonly rows: readonly ItemRow[];
  readonly opened: OpenItem;
  readonly columns: readonly Column<ItemRow>[];
  /** What was read of the open item. */
  readonly children: ReactNode;
}

/** One page of items; the selected one is open, with what was read of it. */
export function ValidationTable({ list, page, rows, opened, columns, children }: ValidationTableProps) {
  const text = useText();
  const shown = rows.slice((opened.page - 1) * list.size, opened.page * list.size);
  return (
    <>
      <DataTable
        caption={text('documentsWork.recognition.title')}
        columns={columns}
        page={{ ...page, data: page.data && { result: shown } }}
        list={list}
        selection={{
          id: opened.id,
          onChange: (row) => opened.open(row.id),
          nameOf: ({ documentId, administrationName }) => `${documentId}, ${administrationName}`,
        }}
        expansion={{ id: opened.id, onChange: (row) => opened.open(row?.id), render: () => children }}
      />
      <div className={styles.pager}>
        <Pager list={{ ...list, page: opened.page }} count={page.data && rows.length} />
      </div>
    </>
  );
}
