import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { choose, emptyChoice, lineErrors, optionsOf } from '#contract/carpetline/cascade.ts';
import { Shape } from '#contract/carpetline/line.ts';
import { fieldId, type FieldCode } from '#contract/problem.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { fieldText } from '#portal/kit/form/field-text.ts';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { ColorField } from './color-field.tsx';
import { DrawingField } from './drawing-field.tsx';
import { choiceOf, type LineValues } from './order-values.ts';
import { Sketch } from './sketch.tsx';
import styles from './line.module.css';

/** A line of which nothing is chosen. */
export const emptyLine: LineValues = {
  ...withoutDrawing(emptyChoice),
  semiFinishDescription: '',
  articleDescription: '',
  articleNumber: '',
  colorDescription: '',
  attachment: null,
  isDiscontinued: false,
};

function withoutDrawing({ hasDrawing: _has, ...choice }: typeof emptyChoice) {
  return choice;
}

interface LineEditorProps {
  readonly catalogue: Catalogue;
  readonly initial: LineValues;
  /** 'Regel toevoegen', or which one is changed. */
  readonly title: string;
  readonly onSave: (line: LineValues) => void;
  /** Closes it; absent where it always stands open. */
  readonly onCancel?: (() => void) | undefined;
}

/** One line being chosen. Whatever is chosen can be chosen again: what hangs on it is cleared, nothing is locked. */
export function LineEditor({ catalogue, initial, title, onSave, onCancel }: LineEditorProps) {
  const text = useText();
  const group = useRef<HTMLDivElement>(null);
  const form = useResourceForm({
    initial,
    save: async (line: LineValues) => {
      refuse(catalogue, line, (id, code) => fieldText(text, id, code));
      onSave(named(catalogue, line));
    },
    onSaved: () => onCancel?.(),
  });
  useEffect(() => {
    if (form.failures === 0) return;
    const bad = group.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (bad?.matches('input, button') ? bad : bad?.querySelector<HTMLElement>('input'))?.focus();
  }, [form.failures]);
  return (
    <div ref={group} role="group" aria-label={title} className={styles.editor}>
      <Fields form={cascading(form)} catalogue={catalogue} />
      <Aside catalogue={catalogue} line={form.values} />
      <div className={styles.buttons}>
        {onCancel && <Button onClick={onCancel}>{text('kit.cancel')}</Button>}
        <Button variant="light" leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />} onClick={form.submit}>
          {text('carpetline.line.save')}
        </Button>
      </div>
    </div>
  );
}

// A choice clears what hangs on it.
function cascading(form: ResourceForm<LineValues>): ResourceForm<LineValues> {
  return {
    ...form,
    set(path, value) {
      form.set(path, value);
      const before = choiceOf(form.values);
      const after = choose(before, { [path]: value });
      if (before.articleId !== after.articleId && path !== 'articleId') form.set('articleId', after.articleId);
      if (before.colorId !== after.colorId && path !== 'colorId') form.set('colorId', after.colorId);
      if (path !== 'shape' || before.shape === after.shape) return;
      for (const size of ['length', 'width', 'diameter', 'attachment'] as const) form.set(size, null);
    },
  };
}

function Fields({ form, catalogue }: { readonly form: ResourceForm<LineValues>; readonly catalogue: Catalogue }) {
  const text = useText();
  const { values } = form;
  const { semiFinishes, articles, colors } = optionsOf(catalogue, values);
  const isDeviating = values.shape === Shape.Deviating;
  const size = { form, unit: 'cm', maxDigits: 5, isOptional: isDeviating };
  return (
    <div className={styles.fields}>
      <TextField form={form} name="qualityName" label="carpetline.line.qualityName" hint="carpetline.line.qualityNameHint" maxLength={255} />
      <ChoiceField
        form={form}
        name="shape"
        label="carpetline.line.shape"
        options={Object.values(Shape).map((value) => ({ value, label: text(`carpetline.shape.${value}`) }))}
      />
      <div className={styles.sizes}>
        {values.shape !== Shape.Round && <NumberField {...size} name="length" label="carpetline.line.length" />}
        {values.shape !== Shape.Round && <NumberField {...size} name="width" label="carpetline.line.width" />}
        {values.shape === Shape.Round && <NumberField {...size} name="diameter" label="carpetline.line.diameter" />}
        <NumberField form={form} name="quantity" label="carpetline.line.quantity" maxDigits={4} />
      </div>
      {isDeviating && <DrawingField form={form} />}
      <SelectField
        form={form}
        name="semiFinishId"
        label="carpetline.line.semiFinish"
        options={semiFinishes.map(({ id, description }) => ({ value: id, label: description }))}
      />
      {articles.length > 0 && (
        <SelectField
          form={form}
          name="articleId"
          label="carpetline.line.article"
          options={articles.map(({ id, articleNumber, description }) => ({ value: id, label: [articleNumber, description].filter((part) => part !== '').join(' ') }))}
        />
      )}
      {colors.length > 0 && <ColorField form={form} colors={colors} />}
    </div>
  );
}

function Aside({ catalogue, line }: { readonly catalogue: Catalogue; readonly line: LineValues }) {
  const text = useText();
  const { colors } = optionsOf(catalogue, line);
  const swatch = colors.find(({ id }) => id === line.colorId)?.swatch ?? null;
  const isDrawn = line.shape === Shape.Round ? line.diameter : line.shape === Shape.Straight && line.length && line.width;
  return (
    <div className={styles.aside}>
      {isDrawn ? (
        <Sketch {...line} swatch={swatch} />
      ) : (
        <p className={styles.asideEmpty}>{text(line.shape === Shape.Deviating ? 'carpetline.sketch.byDrawing' : 'carpetline.sketch.none')}</p>
      )}
    </div>
  );
}

function refuse(catalogue: Catalogue, line: LineValues, sentence: (id: string, code: FieldCode) => string): void {
  const errors = Object.entries(lineErrors(catalogue, choiceOf(line)));
  if (errors.length === 0) return;
  throw new ProblemError('validation', {
    type: '/problems/validation',
    title: '',
    status: 400,
    instance: '',
    errors: Object.fromEntries(errors.map(([field, code]) => [fieldId(field), [sentence(fieldId(field), code)]])),
  });
}

// What was chosen, by the names that it has today.
function named(catalogue: Catalogue, line: LineValues): LineValues {
  const { semiFinish, article, colors } = optionsOf(catalogue, line);
  return {
    ...line,
    qualityName: line.qualityName.trim(),
    semiFinishDescription: semiFinish?.description ?? '',
    articleDescription: article?.description ?? '',
    articleNumber: article?.articleNumber ?? '',
    colorDescription: colors.find(({ id }) => id === line.colorId)?.description ?? '',
    isDiscontinued: false,
  };
}
