import { useState } from 'react';
import { setDeliveryDate } from '#contract/carpetline/orders.ts';
import { dayOfInstant } from '#contract/dates.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { type Order, useStep } from './order.ts';

interface StepDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** The carpet came in, today unless said otherwise. */
export function ReceiveDialog({ order, onClose }: StepDialogProps) {
  const text = useText();
  const step = useStep(order.id, 'receive');
  const [today] = useState(() => dayOfInstant(new Date()));
  const form = useResourceForm({
    initial: { receivedDate: today, rowVersion: order.rowVersion },
    save: (body) => step.mutateAsync(body),
    onSaved: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text('carpetline.step.receive')}
      saveLabel={text('carpetline.step.receive')}
      onClose={onClose}
    >
      <DateField
        form={form}
        name="receivedDate"
        label="carpetline.orders.receivedDate"
        hint="carpetline.step.receiveHint"
        until={today}
      />
    </FormModal>
  );
}

/** The finished product is ready. */
export function CompleteDialog({ order, onClose }: StepDialogProps) {
  const text = useText();
  const step = useStep(order.id, 'complete');
  const form = useResourceForm({
    initial: { rowVersion: order.rowVersion },
    save: (body) => step.mutateAsync(body),
    onSaved: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text('carpetline.step.completeTitle', { number: order.number })}
      saveLabel={text('carpetline.step.complete')}
      onClose={onClose}
    >
      <p>{text('carpetline.step.completeBody')}</p>
    </FormModal>
  );
}

/** One status back, and why. */
export function StepBackDialog({ order, onClose }: StepDialogProps) {
  const text = useText();
  const step = useStep(order.id, 'step-back');
  const form = useResourceForm({
    initial: { reason: '', rowVersion: order.rowVersion },
    save: (body) => step.mutateAsync(body),
    onSaved: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text('carpetline.step.stepBack')}
      saveLabel={text('carpetline.step.stepBack')}
      onClose={onClose}
    >
      <TextField form={form} name="reason" label="carpetline.step.reason" rows={3} maxLength={1000} />
    </FormModal>
  );
}

/** Another day of delivery than the one that was counted, and why. */
export function DeliveryDateDialog({ order, onClose }: StepDialogProps) {
  const text = useText();
  const step = useStep(order.id, 'delivery-date');
  const form = useResourceForm({
    initial: { deliveryDate: order.deliveryDate, reason: '', rowVersion: order.rowVersion },
    check: (body) => wrongFields(text, setDeliveryDate, body),
    save: (body) => step.mutateAsync(body),
    onSaved: onClose,
  });
  return (
    <FormModal form={form} title={text('carpetline.step.deliveryDate')} onClose={onClose}>
      <DateField form={form} name="deliveryDate" label="carpetline.orders.deliveryDate" />
      <TextField form={form} name="reason" label="carpetline.step.reason" rows={3} maxLength={1000} />
    </FormModal>
  );
}
