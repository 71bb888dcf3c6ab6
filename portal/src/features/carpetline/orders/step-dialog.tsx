import { useState } from 'react';
import { carpetOrders, setDeliveryDate } from '#contract/carpetline/orders.ts';
import { dayOfInstant } from '#contract/dates.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from './order.ts';

/** The steps of an order, by the key of their texts, with the last part of their address. */
const steps = {
  receive: 'receive',
  complete: 'complete',
  stepBack: 'step-back',
  deliveryDate: 'delivery-date',
} as const;
export type Step = keyof typeof steps;

interface StepDialogProps {
  readonly order: Order;
  readonly step: Step;
  readonly onClose: () => void;
}

/** Takes a step: the carpet came in, is ready, goes one status back, or is delivered on another day than counted. */
export function StepDialog({ order, step, onClose }: StepDialogProps) {
  const text = useText();
  const { number, deliveryDate, rowVersion } = order;
  const [today] = useState(() => dayOfInstant(new Date()));
  const save = useVerb({
    call: (body: object) => ({ url: `/api/${carpetOrders.path}/${order.id}/${steps[step]}`, body }),
    result: carpetOrders.record,
    invalidates: [carpetOrders],
  });
  const initial = {
    ...(step === 'receive' && { receivedDate: today }),
    ...(step === 'deliveryDate' && { deliveryDate }),
    ...((step === 'deliveryDate' || step === 'stepBack') && { reason: '' }),
    rowVersion,
  };
  const form = useResourceForm({
    initial,
    check: (body) => (step === 'deliveryDate' ? wrongFields(text, setDeliveryDate, body) : {}),
    save: (body) => save.mutateAsync(body),
    onSaved: onClose,
  });
  const verb = text(`carpetline.step.${step}`);
  return (
    <FormModal
      form={form}
      title={step === 'complete' ? text('carpetline.step.completeTitle', { number }) : verb}
      saveLabel={step === 'deliveryDate' ? text('kit.save') : verb}
      onClose={onClose}
    >
      {step === 'receive' && (
        <DateField
          form={form}
          name="receivedDate"
          label="carpetline.orders.receivedDate"
          hint="carpetline.step.receiveHint"
          from={order.orderDate}
          until={today}
        />
      )}
      {step === 'complete' && <p>{text('carpetline.step.completeBody')}</p>}
      {step === 'deliveryDate' && (
        <DateField form={form} name="deliveryDate" label="carpetline.orders.deliveryDate" />
      )}
      {'reason' in initial && (
        <TextField form={form} name="reason" label="carpetline.step.reason" rows={3} maxLength={1000} />
      )}
    </FormModal>
  );
}
