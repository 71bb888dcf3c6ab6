import { ruleKinds, touchlessRules } from '#contract/invoicing/touchless.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import type { RecordDialogProps } from '#portal/kit/list/use-record-dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import type { TouchlessRule } from './touchless.api.ts';

const percent = (share: number) => Math.round(share * 100);

/** What a rule asks; shares are typed as whole percents. A change is a version, which is off. */
function valuesOf({ content }: Pick<TouchlessRule, 'content'>) {
  return {
    content: {
      confidence: percent(content?.confidence ?? 0.98),
      confirmed: content?.confirmed ?? 3,
      upTo: content?.upTo ?? 100_000,
      bookingShare: percent(content?.bookingShare ?? 0.9),
      maxCount: content?.maxCount ?? 20,
      maxTotal: content?.maxTotal ?? 1_000_000,
    },
  };
}

/** Makes a rule, or the next version of one. */
export function RuleDialog({ record, title, onClose }: RecordDialogProps<typeof touchlessRules>) {
  const text = useText();
  const form = useRecordForm(
    touchlessRules,
    {},
    {
      record,
      empty: { kind: 'validation', name: '', ...valuesOf({ content: null }) },
      valuesOf,
      bodyOf: ({ kind, content, ...values }) => ({
        ...values,
        kind: record !== null ? undefined : kind === 'approval' ? 'approval' : 'validation',
        content: {
          ...content,
          confidence: content.confidence / 100,
          bookingShare: content.bookingShare / 100,
        },
      }),
      onSaved: onClose,
    },
  );
  const kinds = ruleKinds.filter((kind) => kind !== 'supplier');
  const label = (name: string) => `invoicing.touchless.rule.${name}`;
  return (
    <FormModal form={form} title={title} onClose={onClose}>
      <TextField form={form} name="name" label={label('name')} maxLength={80} />
      {record === null && (
        <SelectField
          form={form}
          name="kind"
          label={label('kind')}
          options={kinds.map((kind) => ({ value: kind, label: text(`invoicing.touchless.kind.${kind}`) }))}
        />
      )}
      <FormRow>
        <NumberField
          form={form}
          name="content.confidence"
          label={label('confidence')}
          unit="%"
          maxDigits={3}
        />
        <NumberField form={form} name="content.confirmed" label={label('confirmed')} maxDigits={2} />
      </FormRow>
      <FormRow>
        <DecimalField form={form} name="content.upTo" label={label('upTo')} />
        {form.values.kind === 'approval' && (
          <NumberField
            form={form}
            name="content.bookingShare"
            label={label('bookingShare')}
            unit="%"
            maxDigits={3}
          />
        )}
      </FormRow>
      <FormRow>
        <NumberField form={form} name="content.maxCount" label={label('maxCount')} maxDigits={5} />
        <DecimalField form={form} name="content.maxTotal" label={label('maxTotal')} />
      </FormRow>
    </FormModal>
  );
}
