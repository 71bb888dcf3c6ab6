import { IconFileInvoice } from '@tabler/icons-react';
import { useCallback } from 'react';
import { z } from 'zod';
import { usageDocuments, usageDocumentTotals } from '#contract/billing/costs.ts';
import { ownUsageDocuments } from '#contract/billing/own-usage.ts';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import type { Parents, Row } from '#contract/resource.ts';
import { documents } from '#contract/documents/documents.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { OwnUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useListWithTotals } from '../list-with-totals.ts';
import type { DocumentsAsked } from './usage-documents.ts';
import { OpenDocument } from './usage-open-document.tsx';
import { MarkChip } from '../costs/mark-chip.tsx';
import styles from '../costs/billing.module.css';

type UsageDocument = Row<typeof usageDocuments>;
// The same rows, of any customer or of the person's own company.
type DocumentsResource = typeof usageDocuments | typeof ownUsageDocuments;

const columns = columnsFor(
  usageDocuments,
  [
    { field: 'day', width: 110, small: 'line', isMain: false },
    { field: 'number', width: '18%', isMain: true, small: 'title', render: (row) => <NumberOf row={row} /> },
    { field: 'filename', isMain: false, small: 'line' },
    { field: 'administrationName', width: '18%', isMain: false },
    { field: 'mark', width: 150, isMain: false, render: ({ mark }) => <MarkChip mark={mark} /> },
    { field: 'cost', width: 110, align: 'right', small: 'end', render: ({ cost }) => <Money cents={cost} /> },
  ],
  'billing.usageDocuments',
);

interface DocumentsDialogProps {
  readonly asked: DocumentsAsked;
  readonly onClose: () => void;
}

/** The documents behind an amount, and their sum, which is that amount. */
export function DocumentsDialog({ asked, onClose }: DocumentsDialogProps) {
  const text = useText();
  const { kind, from, to, name } = asked;
  const what = text(kind === null ? 'billing.usageDocuments.title' : `billing.kind.${kind}`);
  const days = from === to ? formatDay(from) : `${formatDay(from)}–${formatDay(to)}`;
  return (
    <Dialog
      width={1040}
      onClose={onClose}
      title={
        <>
          {name === undefined ? what : `${name}: ${what}`} <span className="balie-empty">{days}</span>
        </>
      }
    >
      <div className={styles.documents}>
        <OwnUrlState>
          {asked.companyId === null ? (
            <Documents asked={asked} resource={ownUsageDocuments} parents={{}} />
          ) : (
            <Documents asked={asked} resource={usageDocuments} parents={{ companyId: asked.companyId }} />
          )}
        </OwnUrlState>
      </div>
    </Dialog>
  );
}

interface DocumentsProps<R extends DocumentsResource> {
  readonly asked: DocumentsAsked;
  readonly resource: R;
  readonly parents: Parents<R>;
}

function Documents<const R extends DocumentsResource>({ asked, resource, parents }: DocumentsProps<R>) {
  const text = useText();
  const language = useLanguage();
  const { kind, from, to, agreementId } = asked;
  const toQuery = useCallback(
    () => ({ extra: { kind: kind ?? undefined, from, to, agreementId } }),
    [kind, from, to, agreementId],
  );
  const list = useListState(usageDocuments, { toQuery });
  const choice = useColumns('usage-documents:index', columns);
  const page = useListWithTotals(resource, parents, list.query, metadata);
  const totals = page.data?.metadata.totals;
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="billing.usageDocuments.search" />}
        actions={
          <ListTools
            screen="usage-documents:index"
            resource={resource}
            parents={parents}
            query={list.query}
            choice={choice}
            everything={text('billing.usageDocuments.all')}
          />
        }
      />
      <DataTable<UsageDocument>
        caption={text('billing.usageDocuments.title')}
        columns={choice.shown}
        page={page}
        list={list}
        dense
        totals={
          totals && {
            label: text('billing.total'),
            values: {
              mark: text('billing.usageDocuments.counted', {
                count: number(totals.count),
                of: number(totals.totalUse),
              }),
              cost: <Money cents={totals.totalCost} />,
            },
          }
        }
        empty={
          <EmptyState
            kind="first"
            icon={IconFileInvoice}
            title={text('billing.usageDocuments.none')}
            hint={text('billing.usageDocuments.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
    </>
  );
}

const metadata = z.object({ count: z.int().optional(), totals: usageDocumentTotals });

function NumberOf({ row: { number, documentId } }: { readonly row: UsageDocument }) {
  const text = useText();
  const may = usePermission();
  if (number !== '' && documentId !== null && may(`${documents.permission}.read`))
    return <OpenDocument documentId={documentId} number={number} />;
  if (number !== '') return number;
  return (
    <span className="balie-empty">
      {text(documentId === null ? 'billing.usageDocuments.gone' : 'billing.usageDocuments.noNumber')}
    </span>
  );
}
