import { useState } from 'react';
import { oneOffLines } from '#contract/billing/one-off-lines.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { Row } from '#contract/resource.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';

/** A line as the server gives it. */
type OneOffLine = Row<typeof oneOffLines>;

interface Values {
  readonly description: string;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly day: string | null;
}

interface OneOffLinesFormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly line: OneOffLine | null;
  readonly onClose: () => void;
}

export function OneOffLinesForm({ companyId, line, onClose }: OneOffLinesFormProps) {
  const text = useText();
  const [today] = useState(() => dayOfInstant(new Date()));
  const empty: Values = { description: '', quantity: 1, price: null, day: today };
  const form = useRecordForm(
    oneOffLines,
    { companyId },
    { record: line, empty, checksFirst: true, onSaved: onClose },
  );
  const field = fieldsOf(form, 'billing.oneOffLines');
  return (
    <FormModal
      form={form}
      title={text(line === null ? 'billing.oneOffLines.create' : 'billing.oneOffLines.update')}
      onClose={onClose}
    >
      <TextField {...field('description')} maxLength={255} />
      <FormRow>
        <NumberField {...field('quantity')} maxDigits={4} />
        <DecimalField {...field('price')} />
      </FormRow>
      <DateField {...field('day')} hint="billing.oneOffLines.dayHint" />
    </FormModal>
  );
}
