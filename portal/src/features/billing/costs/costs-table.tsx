import { formatDay } from '#contract/dates.ts';
import type { CustomerInvoices } from '#contract/billing/costs.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { useText } from '#portal/kit/text.ts';
import { CodeText } from '../code-text.tsx';
import { Amount } from './amount.tsx';
import styles from './billing.module.css';

type Cost = CustomerInvoices['fixedCosts'][number];

interface CostsTableProps {
  readonly kind: 'fixed' | 'variable';
  readonly costs: readonly Cost[];
  readonly isFree: boolean;
}

/** The agreements of a customer with what they cost: each cycle, or each thing that is counted. */
export function CostsTable({ kind, costs, isFree }: CostsTableProps) {
  const text = useText();
  const title = text(`billing.costs.${kind}Title`);
  return (
    <div className={styles.wide}>
      <Card title={title} count={costs.length} isFlush>
        <DataTable
          caption={title}
          columns={columnsOf(kind, isFree)}
          page={loadedRows(costs)}
          dense
          empty={
            <EmptyState
              kind="first"
              title={text(`billing.costs.${kind}None`)}
              hint={text('billing.costs.noneHint')}
            />
          }
        />
      </Card>
    </div>
  );
}

function columnsOf(kind: 'fixed' | 'variable', isFree: boolean): readonly Column<Cost>[] {
  const by: Column<Cost> =
    kind === 'fixed'
      ? {
          field: 'type',
          label: 'billing.costs.type',
          width: '12%',
          render: ({ type }) => <CodeText of="type" code={type} />,
        }
      : {
          field: 'invoiceType',
          label: 'billing.costs.invoiceType',
          width: '12%',
          small: 'line',
          render: ({ invoiceType }) => <CodeText of="invoiceType" code={invoiceType} />,
        };
  return [
    {
      field: 'name',
      label: 'billing.costs.name',
      isMain: true,
      small: 'title',
      render: (cost) => <NameOf cost={cost} />,
    },
    by,
    {
      field: 'cycle',
      label: 'billing.costs.cycle',
      width: '11%',
      small: 'line',
      render: ({ cycleInMonths }) => <CodeText of="cycle" code={cycleInMonths} />,
    },
    { field: 'days', label: 'billing.costs.days', width: 190, render: (cost) => <Days cost={cost} /> },
    {
      field: 'price',
      label: 'billing.costs.price',
      width: 110,
      align: 'right',
      render: ({ price }) => <Amount cents={price} isStruck={isFree} />,
    },
    {
      field: 'quantity',
      label: 'billing.costs.quantity',
      width: 76,
      align: 'right',
      render: ({ quantity }) => quantity,
    },
    {
      field: 'cost',
      label: kind === 'fixed' ? 'billing.costs.perCycle' : 'billing.costs.perItem',
      width: 130,
      align: 'right',
      small: 'end',
      render: ({ cost }) => <Amount cents={cost} isStruck={isFree} />,
    },
  ];
}

function NameOf({ cost: { name, isCurrent } }: { readonly cost: Cost }) {
  const text = useText();
  return (
    <>
      {name}
      {!isCurrent && <span className="balie-empty"> {text('billing.costs.notNow')}</span>}
    </>
  );
}

function Days({ cost: { startdate, enddate } }: { readonly cost: Cost }) {
  const text = useText();
  if (startdate !== null && enddate !== null)
    return (
      <>
        <DateText value={startdate} /> – <DateText value={enddate} />
      </>
    );
  if (startdate !== null) return text('billing.costs.from', { day: formatDay(startdate) });
  if (enddate !== null) return text('billing.costs.until', { day: formatDay(enddate) });
  return <span className="balie-empty">{text('billing.costs.always')}</span>;
}
