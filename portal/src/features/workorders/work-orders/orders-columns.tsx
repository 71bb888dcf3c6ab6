import { IconAlertTriangle } from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useText } from '#portal/kit/text.ts';
import type { OrderRow } from './order.ts';
import { OrderStatus } from './status.tsx';
import styles from './orders.module.css';

/** The names of people, in a row of text. */
export const namesOf = (people: readonly { readonly fullName: string }[]): string =>
  people.map(({ fullName }) => fullName).join(', ');

/** The relation that an order is for (§E4). */
export const relationNameOf = ({ customerRelation }: Pick<OrderRow, 'customerRelation'>): string =>
  customerRelation?.name ?? '';

/** The company of an order, for who sees those of several: two of them may have one number. */
const companyColumn = columnsFor(
  workOrders,
  [
    {
      field: 'company',
      width: '12%',
      sortable: false,
      render: ({ company }) => company.name,
      small: 'line',
    },
  ],
  'workorders.field',
);

export const orderColumns = columnsFor(
  workOrders,
  [
    {
      // By number is by the moment of making, then by number (product 2.7).
      field: 'createdAt',
      label: 'workorders.field.number',
      width: 112,
      render: (order) => <Number order={order} />,
      small: 'title',
      renderSmall: ({ yearNumber, reference }) => `${yearNumber} ${reference}`,
    },
    {
      field: 'customerRelation/name',
      label: 'workorders.field.relation',
      width: '19%',
      render: (order) => relationNameOf(order) || <span className="balie-empty">–</span>,
      small: 'line',
      renderSmall: (order) => relationNameOf(order),
    },
    { field: 'reference', label: 'workorders.field.reference' },
    {
      field: 'assignedUsers',
      label: 'workorders.field.assignedUsers',
      width: '17%',
      sortable: false,
      render: ({ assignedUsers }) => namesOf(assignedUsers) || <span className="balie-empty">–</span>,
      small: 'line',
      renderSmall: ({ assignedUsers }) => namesOf(assignedUsers),
    },
    { field: 'administration/name', label: 'workorders.field.administration', width: '14%' },
    {
      field: 'status',
      label: 'workorders.field.status',
      width: 152,
      align: 'left',
      render: ({ status }) => <OrderStatus status={status} />,
      small: 'end',
    },
  ],
  'workorders.field',
);

const [numberColumn, ...otherColumns] = orderColumns;
/** The columns for staff, who see the orders of several companies. */
export const staffColumns = [...(numberColumn ? [numberColumn] : []), ...companyColumn, ...otherColumns];

function Number({ order: { yearNumber, warnings } }: { readonly order: OrderRow }) {
  const text = useText();
  const words = warnings.map((warning) => text(`workorders.warning.${warning}`)).join('. ');
  if (words === '') return yearNumber;
  return (
    <span className={styles.warned}>
      {yearNumber}
      <Tooltip label={words}>
        <IconAlertTriangle size={14} stroke={1.75} role="img" aria-label={words} />
      </Tooltip>
    </span>
  );
}
