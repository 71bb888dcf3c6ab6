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
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
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

/** The documents that add up to an amount. */
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
  const page = useListWithTotals(resource, parents, list.query, metadata);
  const totals = page.data?.metadata.totals;
  const number = (value: number) => formatNumber(value, language);
  return (
    <ListFrame<UsageDocument>
      place="tab"
      screen="usage-documents:index"
      list={list}
      page={page}
      columns={columns}
      texts="billing.usageDocuments"
      renderTools={(choice) => (
        <ListTools
          screen="usage-documents:index"
          resource={resource}
          parents={parents}
          query={list.query}
          choice={choice}
          everything={text('billing.usageDocuments.all')}
        />
      )}
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
      empty={{ icon: IconFileInvoice }}
    />
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
