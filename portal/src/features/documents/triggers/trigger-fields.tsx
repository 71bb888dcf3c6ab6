import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useField } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { PatternField } from './pattern-field.tsx';
import type { TriggerDraft } from './trigger-draft.ts';
import type { Example, LiveAnswers } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface TriggerFieldsProps {
  readonly form: ResourceForm<TriggerDraft>;
  readonly answers: LiveAnswers;
  readonly example: Example;
  readonly hasDocument: boolean;
  /** Whether to choose between everybody and one company. */
  readonly mayChooseScope: boolean;
  readonly isReadOnly: boolean;
}

/** The fields of product 2.2, each with what it does to the document in view. */
export function TriggerFields({
  form,
  answers,
  example,
  hasDocument,
  mayChooseScope,
  isReadOnly,
}: TriggerFieldsProps) {
  const text = useText();
  const common = { form, isDisabled: isReadOnly };
  const pattern = { ...common, remark: example.remark };
  return (
    <FormBody form={form} label={text('documentsWork.trigger.form')} className={styles.form} footer={null}>
      {hasDocument && !isReadOnly && (
        <MessageBar meaning="info" icon={IconPointer}>
          {text('documentsWork.trigger.hint')}
        </MessageBar>
      )}
      <TextField {...common} name="naam" label="documentsWork.trigger.naam" />
      <PatternField {...pattern} name="keywords" answer={answers.keywords} />
      <PatternField {...pattern} name="factuurnummer" answer={answers.factuurnummer} />
      <PatternField {...pattern} name="factuurdatum" answer={answers.factuurdatum} />
      <PatternField {...pattern} name="totaalbedrag" answer={answers.totaalbedrag} />
      <PatternField {...pattern} name="creditmodifier" answer={answers.creditmodifier} isOptional />
      <PdfSwitch {...common} />
      {mayChooseScope && (
        <ChoiceField
          {...common}
          name="isGeneral"
          label="documentsWork.trigger.scope"
          options={[
            { value: false, label: text('documentsWork.trigger.own') },
            { value: true, label: text('documentsWork.trigger.general') },
          ]}
        />
      )}
      <details className={styles.more}>
        <summary>{text('documentsWork.trigger.more')}</summary>
        <TextField
          {...common}
          name="crediteur"
          label="documentsWork.trigger.crediteur"
          hint="documentsWork.trigger.crediteurHint"
          isOptional
        />
        <TextField
          {...common}
          name="valuta"
          label="documentsWork.trigger.valuta"
          hint="documentsWork.trigger.valutaHint"
          maxLength={3}
          isOptional
        />
        <ChoiceField
          {...common}
          name="decimaalteken"
          label="documentsWork.trigger.decimaalteken"
          options={[
            { value: '', label: text('documentsWork.trigger.byDocument') },
            { value: ',', label: '1.234,56' },
            { value: '.', label: '1,234.56' },
          ]}
        />
        <ChoiceField
          {...common}
          name="datumvolgorde"
          label="documentsWork.trigger.datumvolgorde"
          options={[
            { value: '', label: text('documentsWork.trigger.dayFirst') },
            { value: 'maand-dag', label: text('documentsWork.trigger.monthFirst') },
          ]}
        />
      </details>
    </FormBody>
  );
}

function PdfSwitch({
  form,
  isDisabled,
}: {
  readonly form: ResourceForm<TriggerDraft>;
  readonly isDisabled: boolean;
}) {
  const text = useText();
  const field = useField({ form, name: 'isPdf', label: 'documentsWork.trigger.isPdf' });
  return (
    <Switch
      id={field.input.id}
      label={text('documentsWork.trigger.isPdf')}
      description={text('documentsWork.trigger.isPdfHint')}
      disabled={isDisabled}
      checked={field.value === true}
      onChange={({ currentTarget }) => field.set(currentTarget.checked)}
    />
  );
}
