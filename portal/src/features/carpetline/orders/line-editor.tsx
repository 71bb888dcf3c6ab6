import { Button } from '@mantine/core';
import { IconCheck, IconCircle, IconPolygon, IconRectangle } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { choose, lineErrors, optionsOf } from '#contract/carpetline/cascade.ts';
import { Shape } from '#contract/carpetline/line.ts';
import { fieldId, type FieldCode } from '#contract/problem.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { fieldText } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import type { FormStep } from '#portal/kit/form/form-page.tsx';
import { CountField, NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { ColorField } from './color-field.tsx';
import { DrawingField } from './drawing-field.tsx';
import { choiceOf, type LineValues } from './order-values.ts';
import { Sketch } from './sketch.tsx';
import { type SentDrawing, useSentDrawing } from './use-sent-drawing.ts';
import styles from './line.module.css';

const shapeIcons: Readonly<Record<Shape, typeof IconCheck>> = {
  [Shape.Straight]: IconRectangle,
  [Shape.Round]: IconCircle,
  [Shape.Deviating]: IconPolygon,
};

interface LineEditorProps {
  readonly catalogue: Catalogue;
  readonly initial: LineValues;
  /** The values that a draft restored. */
  readonly values?: LineValues | undefined;
  /** 'Tapijt 2', or 'Regel 2 wijzigen'. */
  readonly title: string;
  readonly saveLabel: string;
  /** Called with how the line is added to the order, for the bar at the bottom. */
  readonly onStep: (step: FormStep) => void;
  /** Called with what is chosen and not yet in the order; null when that is nothing. */
  readonly onChange: (line: LineValues | null) => void;
  readonly onSave: (line: LineValues) => void;
  readonly onClose: () => void;
  readonly canCancel: boolean;
}

/** The editor of one line. Every choice can be changed: choices that depend on it are cleared. */
export function LineEditor({
  catalogue,
  initial,
  values,
  title,
  saveLabel,
  onStep,
  onChange,
  onSave,
  onClose,
  canCancel,
}: LineEditorProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const group = useRef<HTMLDivElement>(null);
  const arriving = useRef<SentDrawing['arriving'] | null>(null);
  const form = useResourceForm({
    initial,
    values,
    save: async (line: LineValues) => {
      // A drawing that is still being uploaded belongs to the line.
      const complete = { ...line, attachment: (await arriving.current?.()) ?? line.attachment };
      refuse(catalogue, complete, (id, code) => fieldText(text, id, code));
      onChange(null);
      onSave(withNames(catalogue, complete));
    },
    onSaved: onClose,
  });
  const drawing = useSentDrawing((attachment) => form.set('attachment', attachment));
  useEffect(() => {
    arriving.current = drawing.arriving;
  }, [drawing.arriving]);
  const { submit, isSaving, isDirty } = form;
  const close = useCallback(() => {
    onChange(null);
    onClose();
  }, [onChange, onClose]);
  useStep(onStep, { label: saveLabel, run: submit, isBusy: isSaving, cancel: canCancel ? close : undefined });
  useEffect(() => onChange(isDirty ? form.values : null), [onChange, isDirty, form.values]);
  useEffect(() => {
    if (form.failures === 0) return;
    const bad = group.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (bad?.matches('input, button') ? bad : bad?.querySelector<HTMLElement>('input'))?.focus();
  }, [form.failures]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields in it
    <div ref={group} role="group" aria-label={title} className={styles.editor} onKeyDown={onEnter(submit)}>
      <h3 className={styles.editorTitle}>{title}</h3>
      <Fields form={cascading(form)} catalogue={catalogue} drawing={drawing} />
      <Aside catalogue={catalogue} line={form.values} />
      {/* On a phone they are in the bar at the bottom. */}
      {!isPhone && (
        <div className={styles.buttons}>
          {canCancel && <Button onClick={close}>{text('kit.cancel')}</Button>}
          <Button
            variant="light"
            loading={isSaving}
            leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
            onClick={submit}
          >
            {saveLabel}
          </Button>
        </div>
      )}
    </div>
  );
}

// The bar runs the latest `run`, and renders only when what it shows changes.
function useStep(onStep: (step: FormStep) => void, { label, run, isBusy, cancel }: FormStep): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => onStep({ label, isBusy, cancel, run: () => latest.current() }),
    [onStep, label, isBusy, cancel],
  );
}

// Enter on a phone's keyboard submits the line, not the order.
function onEnter(submit: () => void) {
  return (event: KeyboardEvent) => {
    const isText =
      event.target instanceof HTMLInputElement && event.target.getAttribute('role') !== 'combobox';
    if (event.key !== 'Enter' || !isText || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    submit();
  };
}

// A choice clears the choices that depend on it.
function cascading(form: ResourceForm<LineValues>): ResourceForm<LineValues> {
  return {
    ...form,
    set(path, value) {
      form.set(path, value);
      const before = choiceOf(form.values);
      const after = choose(before, { [path]: value });
      if (before.articleId !== after.articleId && path !== 'articleId')
        form.set('articleId', after.articleId);
      if (before.colorId !== after.colorId && path !== 'colorId') form.set('colorId', after.colorId);
      if (path !== 'shape' || before.shape === after.shape) return;
      for (const size of ['length', 'width', 'diameter', 'attachment'] as const) form.set(size, null);
    },
  };
}

interface FieldsProps {
  readonly form: ResourceForm<LineValues>;
  readonly catalogue: Catalogue;
  readonly drawing: SentDrawing;
}

function Fields({ form, catalogue, drawing }: FieldsProps) {
  const text = useText();
  const { values } = form;
  const { semiFinishes, articles, colors } = optionsOf(catalogue, values);
  const isDeviating = values.shape === Shape.Deviating;
  const field = fieldsOf(form, 'carpetline.line');
  const size = { unit: 'cm', maxDigits: 5, isOptional: isDeviating };
  return (
    <div className={styles.fields}>
      <TextField {...field('qualityName')} hint="carpetline.line.qualityNameHint" maxLength={255} />
      <ChoiceField
        {...field('shape')}
        options={Object.values(Shape).map((value) => ({
          value,
          label: text(`carpetline.shape.${value}`),
          icon: shapeIcons[value],
        }))}
      />
      <div className={styles.sizes}>
        {values.shape === Shape.Round ? (
          <NumberField {...field('diameter')} {...size} />
        ) : (
          <>
            <NumberField {...field('length')} {...size} />
            <NumberField {...field('width')} {...size} />
          </>
        )}
      </div>
      {isDeviating && <DrawingField form={form} drawing={drawing} />}
      <SelectField
        {...field('semiFinishId', 'semiFinish')}
        options={semiFinishes.map(({ id, description }) => ({ value: id, label: description }))}
      />
      {articles.length > 0 && (
        <SelectField
          {...field('articleId', 'article')}
          options={articles.map(({ id, articleNumber, description }) => ({
            value: id,
            label: [articleNumber, description].filter((part) => part !== '').join(' '),
          }))}
        />
      )}
      {colors.length > 0 && <ColorField form={form} colors={colors} />}
      <div className={styles.count}>
        <CountField {...field('quantity')} min={1} max={9999} />
      </div>
    </div>
  );
}

function Aside({ catalogue, line }: { readonly catalogue: Catalogue; readonly line: LineValues }) {
  const text = useText();
  const { colors } = optionsOf(catalogue, line);
  const swatch = colors.find(({ id }) => id === line.colorId)?.swatch ?? null;
  const isDrawn =
    line.shape === Shape.Round ? line.diameter : line.shape === Shape.Straight && line.length && line.width;
  return (
    <div className={styles.aside} data-empty={!isDrawn || undefined}>
      {isDrawn ? (
        <Sketch {...line} swatch={swatch} />
      ) : (
        <p className={styles.asideEmpty}>
          {text(line.shape === Shape.Deviating ? 'carpetline.sketch.byDrawing' : 'carpetline.sketch.none')}
        </p>
      )}
    </div>
  );
}

function refuse(
  catalogue: Catalogue,
  line: LineValues,
  sentence: (id: string, code: FieldCode) => string,
): void {
  const errors = Object.entries(lineErrors(catalogue, choiceOf(line)));
  if (errors.length === 0) return;
  throw new ProblemError('validation', {
    type: '/problems/validation',
    title: '',
    status: 400,
    instance: '',
    errors: Object.fromEntries(
      errors.map(([field, code]) => [fieldId(field), [sentence(fieldId(field), code)]]),
    ),
  });
}

// The choices with their current names.
function withNames(catalogue: Catalogue, line: LineValues): LineValues {
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
