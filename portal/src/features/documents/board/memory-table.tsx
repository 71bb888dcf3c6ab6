import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconEraser } from '@tabler/icons-react';
import type { RememberedField } from '#contract/documents/memory.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { shapeWords } from './shape.rules.ts';
import styles from './board.module.css';

interface MemoryTableProps {
  readonly fields: readonly RememberedField[];
  /** Absent for whoever may not. */
  readonly onForget: ((field: RememberedField) => void) | undefined;
}

type Row = RememberedField & { readonly id: string };

const columns: readonly Column<Row>[] = [
  {
    field: 'property',
    label: 'documentsWork.memory.field',
    width: 180,
    isMain: true,
    small: 'title',
    render: ({ property }) => <FieldName property={property} />,
  },
  { field: 'place', label: 'documentsWork.memory.place', width: 92, render: (row) => <Place of={row} /> },
  { field: 'label', label: 'documentsWork.memory.how', small: 'line', render: (row) => <How of={row} /> },
  {
    field: 'documents',
    label: 'documentsWork.memory.from',
    width: 168,
    render: (row) => <From of={row} />,
  },
  {
    field: 'right',
    label: 'documentsWork.memory.right',
    width: 170,
    small: 'end',
    render: (row) => <Right of={row} />,
  },
];

/** What is known of each field of a supplier. */
export function MemoryTable({ fields, onForget }: MemoryTableProps) {
  const text = useText();
  const rows = fields.map((field) => ({ ...field, id: field.property }));
  return (
    <DataTable<Row>
      caption={text('documentsWork.memory.title')}
      columns={columns}
      page={loadedRows(rows)}
      actionsWidth={112}
      renderActions={onForget && ((row) => <Forget row={row} onForget={onForget} />)}
      empty={
        <EmptyState
          kind="first"
          icon={IconEraser}
          title={text('documentsWork.memory.none')}
          hint={text('documentsWork.memory.noneHint')}
        />
      }
    />
  );
}

function Forget({ row, onForget }: { readonly row: Row; readonly onForget: (field: Row) => void }) {
  const text = useText();
  const field = text(`documentsWork.property.${row.property}`);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconEraser size={16} stroke={1.75} aria-hidden />}
      aria-label={text('documentsWork.memory.forgetOne', { field })}
      onClick={() => onForget(row)}
    >
      {text('documentsWork.memory.forget')}
    </Button>
  );
}

function FieldName({ property }: Pick<RememberedField, 'property'>) {
  return useText()(`documentsWork.property.${property}`);
}

/** A small page with a mark where the value stands. */
function Place({ of: { box } }: { readonly of: RememberedField }) {
  const [left, top, right, bottom] = box;
  return (
    <span className={styles.page} aria-hidden>
      <span
        style={{
          left: `${left * 100}%`,
          top: `${top * 100}%`,
          width: `${Math.max(6, (right - left) * 100)}%`,
          height: `${Math.max(6, (bottom - top) * 100)}%`,
        }}
      />
    </span>
  );
}

function How({ of: { side, label, shape } }: { readonly of: RememberedField }) {
  const text = useText();
  return (
    <span className={styles.two}>
      <span>{text(`documentsWork.memory.side.${side}`, { label })}</span>
      <small>{shapeWords(shape, text)}</small>
    </span>
  );
}

function From({ of: { documents, documentCount } }: { readonly of: RememberedField }) {
  const text = useText();
  const may = usePermission();
  const [newest] = documents;
  if (!newest) return <span className="balie-empty">–</span>;
  return (
    <span className={styles.two}>
      {may('fmmodule.invoicerecognitiondata.read') ? (
        <ScreenLink
          to="invoicerecognitiondata:detail"
          params={{ documentId: newest.id }}
          className="balie-link"
        >
          {newest.documentId}
        </ScreenLink>
      ) : (
        <span>{newest.documentId}</span>
      )}
      {documentCount > 1 && (
        <small>{text('documentsWork.memory.earlier', { count: documentCount - 1 })}</small>
      )}
    </span>
  );
}

const sure = 0.9;
const doubtful = 0.7;

function Right({ of: { askedCount, rightCount } }: { readonly of: RememberedField }) {
  const text = useText();
  if (askedCount === 0) return <span className="balie-empty">{text('documentsWork.memory.notAsked')}</span>;
  const share = rightCount / askedCount;
  const [meaning, Icon] =
    share >= sure
      ? (['ok', IconCheck] as const)
      : share >= doubtful
        ? (['warn', IconAlertCircle] as const)
        : (['bad', IconAlertTriangle] as const);
  return (
    <span className={styles.rightOf} style={{ color: `var(--balie-${meaning})` }}>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="balie-number">
        {text('documentsWork.memory.times', { right: rightCount, asked: askedCount })}
      </span>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
