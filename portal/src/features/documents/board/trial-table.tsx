import { IconAlertTriangle } from '@tabler/icons-react';
import type { MemoryTrial } from '#contract/documents/memory.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { useText } from '#portal/kit/text.ts';
import { showValue } from '../values/value.rules.ts';
import styles from './board.module.css';

type Field = MemoryTrial['documents'][number]['fields'][number];
type Row = Field & { readonly id: string; readonly documentId: string };

const columns: readonly Column<Row>[] = [
  {
    field: 'documentId',
    label: 'documentsWork.memory.document',
    width: 150,
    isMain: true,
    small: 'title',
    render: ({ documentId }) => documentId,
  },
  {
    field: 'property',
    label: 'documentsWork.memory.field',
    width: 190,
    small: 'line',
    render: ({ property }) => <Name property={property} />,
  },
  {
    field: 'read',
    label: 'documentsWork.memory.read',
    small: 'end',
    render: ({ property, read }) => <Value property={property} value={read} />,
  },
  {
    field: 'confirmed',
    label: 'documentsWork.memory.confirmed',
    render: ({ property, confirmed }) => <Value property={property} value={confirmed} />,
  },
];

/** How the kept documents are read by what the others teach: the sum, and what differs. */
export function TrialTable({ trial }: { readonly trial: MemoryTrial }) {
  const text = useText();
  const { documents, valueCount, rightCount } = trial;
  const wrong = documents.flatMap(({ documentId, id, fields }) =>
    fields
      .filter(({ isRight }) => !isRight)
      .map((field) => ({ ...field, documentId, id: `${id} ${field.property}` })),
  );
  return (
    <Card title={text('documentsWork.memory.trial')} isFlush>
      <p className={styles.memoryHint} role="status">
        {wrong.length > 0 && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
        {text('documentsWork.memory.result', {
          right: rightCount,
          values: valueCount,
          count: documents.length,
        })}
      </p>
      {wrong.length > 0 && (
        <DataTable<Row>
          caption={text('documentsWork.memory.trial')}
          columns={columns}
          page={loadedRows(wrong)}
          dense
        />
      )}
    </Card>
  );
}

function Name({ property }: Pick<Field, 'property'>) {
  return useText()(`documentsWork.property.${property}`);
}

function Value({ property, value }: { readonly property: Field['property']; readonly value: string }) {
  const language = useLanguage();
  if (value === '') return <span className="balie-empty">–</span>;
  return showValue(property, value, language);
}
