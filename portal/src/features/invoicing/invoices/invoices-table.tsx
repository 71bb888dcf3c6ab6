import { lazy, Suspense } from 'react';
import { formatNumber } from '#contract/money.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { useKeptPlace } from '#portal/kit/layout/kept-place.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useBulk } from '../bulk/use-bulk.ts';
import { maxInvoices, type InvoiceRow } from './invoice.ts';
import { InvoicesEmpty } from './invoices-empty.tsx';
import { goneRows } from './use-kept-rows.ts';
import { isDecidable } from './invoices.rules.ts';
import type { InvoiceRows } from './use-invoice-rows.ts';
import type { OpenInvoice } from './use-open-invoice.ts';
import { useSeenPage } from './use-seen-page.ts';
import styles from './invoices-list.module.css';

const InvoiceDetail = lazy(async () => ({
  default: (await import('../detail/invoice-detail.tsx')).InvoiceDetail,
}));

const OpenPages = lazy(async () => ({
  default: (await import('../detail/invoice-detail.tsx')).OpenPages,
}));

interface InvoicesTableProps {
  readonly list: ListState;
  readonly loaded: InvoiceRows;
  readonly opened: OpenInvoice;
  /** The visible columns. */
  readonly columns: readonly Column<InvoiceRow>[];
  readonly status: string;
}

/** The rows of one page, at most one of them open with its detail below it. */
export function InvoicesTable({ list, loaded, opened, columns, status }: InvoicesTableProps) {
  const text = useText();
  const { arrival } = loaded;
  const { rows, page, open } = opened;
  const shown = rows.slice((page - 1) * list.size, page * list.size);
  const pages = useKeptPlace();
  const seen = useSeenPage(opened.id);
  const bulk = useBulk(shown);
  const gone = useStore(goneRows);
  useRowKeys(opened);

  return (
    <>
      <Notes loaded={loaded} opened={opened} />
      {opened.id !== undefined && (
        <Suspense>{pages.fill(<OpenPages opened={opened} seen={seen} />)}</Suspense>
      )}
      <DataTable
        caption={text('invoicing.caption')}
        columns={columns}
        page={{ ...arrival, data: arrival.isLoaded ? { result: shown } : undefined }}
        list={list}
        selection={{
          id: opened.id,
          onChange: (row) => open(row.id),
          nameOf: (row) => `${row.documentId}, ${row.creditor.name}`,
        }}
        ticks={
          bulk.isOffered
            ? {
                ids: bulk.ids,
                onChange: bulk.tick,
                canTick: (row) => isDecidable(row) && !gone.has(row.id),
                nameOf: (row) => `${row.documentId}, ${row.creditor.name}`,
              }
            : undefined
        }
        expansion={{
          id: opened.id,
          onChange: (row) => open(row?.id),
          render: (row) => (
            <Suspense fallback={<div className={styles.opening} />}>
              <InvoiceDetail key={row.id} row={row} opened={opened} seen={seen} pages={pages.node} />
            </Suspense>
          ),
        }}
        empty={<InvoicesEmpty status={status} />}
      />
      <BulkBar bulk={bulk} />
      <Pager list={{ ...list, page }} count={arrival.isLoaded ? rows.length : undefined} />
    </>
  );
}

function Notes({ loaded, opened }: Pick<InvoicesTableProps, 'loaded' | 'opened'>) {
  const text = useText();
  const language = useLanguage();
  if (!loaded.isCut && !opened.error) return null;
  return (
    <div className={styles.notes}>
      {opened.error && <FailureBar error={opened.error} />}
      {loaded.isCut && (
        <MessageBar meaning="info">
          {text('invoicing.cut', { most: formatNumber(maxInvoices, language) })}
        </MessageBar>
      )}
    </div>
  );
}

/** J and K move the focus through the rows while none is open; else the detail has these keys. */
function useRowKeys({ id }: OpenInvoice): void {
  const isClosed = id === undefined;
  useKeys([
    isClosed && { keys: 'j', label: 'kit.keys.next', run: () => focusRow(1) },
    isClosed && { keys: 'k', label: 'kit.keys.previous', run: () => focusRow(-1) },
  ]);
}

function focusRow(step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('main [data-row-focus]')];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  const next = index < 0 ? (step > 0 ? 0 : stops.length - 1) : index + step;
  stops[next]?.focus();
}
