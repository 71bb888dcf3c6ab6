import type { ReactNode } from 'react';
import { workOrderStatus } from '#contract/workorders/work-orders.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { InlineEdit } from '#portal/kit/detail/inline-edit.tsx';
import { InlineSelect } from '#portal/kit/detail/inline-select.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { ScreenLink, useHasScreen } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { dueDates, dueOf } from './due.rules.ts';
import { DueText, today } from './due-text.tsx';
import type { Order } from './order.ts';
import { namesOf } from './orders-columns.tsx';
import { OrderStatus, useStatusOptions } from './status.tsx';
import { useSaveField } from './use-save-order.ts';
import styles from './order-detail.module.css';

interface CardProps {
  readonly order: Order;
}

/** A fact under the label of its field. */
function useFact() {
  const text = useText();
  return (field: string, value: ReactNode) => ({ label: text(`workorders.field.${field}`), value });
}

export function InvoiceCard({ order }: CardProps) {
  const text = useText();
  const fact = useFact();
  const mayEdit = usePermission()('comceptum.workorders.update');
  const save = useSaveField(order);
  const { invoiceNumber, reference, contactPersons, administration, customerRelation: relation } = order;
  return (
    <Card title={text('workorders.card.invoice')}>
      <Facts
        layout="list"
        facts={[
          fact('relation', relation && <RelationLink {...relation} />),
          fact('contactPersons', namesOf(contactPersons)),
          fact('relationNumber', relation?.tag),
          fact('administration', administration.name),
          fact(
            'invoiceNumber',
            <InlineEdit
              label={text('workorders.field.invoiceNumber')}
              value={invoiceNumber}
              maxLength={50}
              mayEdit={mayEdit}
              onSave={(next) => save({ invoiceNumber: next })}
            />,
          ),
          fact(
            'reference',
            <InlineEdit
              label={text('workorders.field.reference')}
              value={reference}
              maxLength={1000}
              mayEdit={mayEdit}
              onSave={(next) => save({ reference: next })}
            />,
          ),
        ]}
      />
    </Card>
  );
}

function RelationLink({ id, name }: { readonly id: string; readonly name: string }) {
  const may = usePermission();
  const hasScreen = useHasScreen();
  if (!may('core.customerrelations.read') || !hasScreen('customer-relations:detail')) return name;
  return (
    <ScreenLink to="customer-relations:detail" params={{ customerRelationId: id }} className={styles.link}>
      {name}
    </ScreenLink>
  );
}

export function DeliveryCard({ order }: CardProps) {
  const text = useText();
  const fact = useFact();
  const mayEdit = usePermission()('comceptum.workorders.update');
  const save = useSaveField(order);
  const options = useStatusOptions();
  const { assignedUsers, printingCompany, diffuser, publisher, status } = order;
  return (
    <Card title={text('workorders.card.delivery')}>
      <Facts
        layout="list"
        facts={[
          fact('responsible', namesOf(assignedUsers)),
          fact('printingCompany', printingCompany),
          fact('diffuser', diffuser),
          fact('publisher', publisher),
          fact(
            'status',
            <InlineSelect
              label={text('workorders.field.status')}
              value={String(status)}
              options={options}
              mayEdit={mayEdit}
              onSave={(next) => save({ status: workOrderStatus.parse(Number(next)) })}
            >
              <OrderStatus status={status} />
            </InlineSelect>,
          ),
        ]}
      />
    </Card>
  );
}

export function DatesCard({ order }: CardProps) {
  const text = useText();
  const fact = useFact();
  const { createdAt, lastAudit } = order;
  const now = today();
  return (
    <Card title={text('workorders.card.dates')}>
      <Facts
        layout="list"
        facts={[
          fact('createdAt', <DateText value={createdAt} />),
          fact('modifiedAt', <DateText value={lastAudit.createdAt} />),
          ...dueDates.map((field) => {
            const due = dueOf(order, field, now);
            return fact(field, due && <DueText due={due} />);
          }),
        ]}
      />
    </Card>
  );
}
