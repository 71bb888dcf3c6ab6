import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { lineWrite } from '#contract/workorders/line-write.ts';
import { lineAmount } from '#contract/workorders/line-amount.ts';
import { vatKinds } from '#contract/workorders/vat.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { priceOf, withAmount, writeOf, type LineValues } from './order-lines.rules.ts';
import styles from './order-lines.module.css';

interface OrderLineEditorProps {
  /** Name of the group, translated. */
  readonly title: string;
  readonly initial: LineValues;
  /** What was typed before and not saved. */
  readonly values?: LineValues | undefined;
  readonly showsPurchase: boolean;
  readonly onSave: (line: LineValues) => Promise<unknown>;
  readonly onDone: () => void;
  /** Called with what is typed and not saved; null when that is nothing. */
  readonly onTyped?: ((line: LineValues | null) => void) | undefined;
  /** Called with fields that cannot be read, for a form that saves the line without its own button. */
  readonly onReport?: ResourceForm<LineValues>['report'] | undefined;
}

/** The fields of one line, in its place in the table. No form element: it may stand inside one. */
export function OrderLineEditor({
  title,
  initial,
  values: restored,
  showsPurchase,
  onSave,
  onDone,
  onTyped,
  onReport,
}: OrderLineEditorProps) {
  const text = useText();
  const group = useRef<HTMLDivElement>(null);
  const own = useResourceForm({
    initial,
    values: restored,
    check: (line) => wrongFields(text, lineWrite, writeOf(line, showsPurchase)),
    save: (line: LineValues) => onSave(withAmount(line)),
    onSaved: onDone,
  });
  const { report: reportOwn, values, isDirty, failures, failure } = own;
  const report: typeof reportOwn = useCallback(
    (...reported) => {
      reportOwn(...reported);
      onReport?.(...reported);
    },
    [reportOwn, onReport],
  );
  const latest = useRef(onTyped);
  useEffect(() => {
    latest.current = onTyped;
  });
  useEffect(() => latest.current?.(isDirty ? values : null), [values, isDirty]);
  useEffect(() => () => latest.current?.(null), []);
  useEffect(() => group.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (failures > 0) group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  function onKeyDown(event: KeyboardEvent) {
    // A list that opens by Enter.
    const isField = event.target instanceof HTMLInputElement && event.target.role !== 'combobox';
    // Of an open list Escape closes that.
    if (event.target instanceof HTMLElement && event.target.ariaExpanded === 'true') return;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && (isField || event.ctrlKey || event.metaKey)) own.submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const form = { ...own, report };
  const field = fieldsOf(form, 'workorders.lines');
  // What follows from quantity and price is shown, not typed.
  const amount = lineAmount(priceOf(own.values));
  const shown = amount === null ? form : { ...form, values: { ...form.values, salesAmount: amount } };
  const shownAmount = fieldsOf(shown, 'workorders.lines');
  const vatOptions = vatKinds.map((value) => ({ value, label: text(`workorders.vat.${value}`) }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the focus
    <div ref={group} role="group" aria-label={title} className={styles.editor} onKeyDown={onKeyDown}>
      {failure && (
        <MessageBar meaning="bad" isAlert title={errorWords(failure, text).title}>
          {errorWords(failure, text).hint}
        </MessageBar>
      )}
      <div className={styles.fields}>
        <div className={styles.wide}>
          <TextField {...field('description')} maxLength={1000} />
        </div>
        <TextField {...field('edition')} isOptional maxLength={50} />
        <TextField {...field('size')} isOptional maxLength={100} />
        <TextField {...field('format')} isOptional maxLength={100} />
        <TextField {...field('printing')} isOptional maxLength={100} />
        <TextField {...field('material')} isOptional maxLength={100} />
        <TextField {...field('finish')} isOptional maxLength={100} />
        {showsPurchase && <DecimalField {...field('purchaseAmount')} isOptional />}
        <DecimalField {...field('quantity')} isOptional sign="" />
        <DecimalField {...field('unitAmount')} isOptional maxDecimals={4} />
        <DecimalField {...field('discountPercentage')} isOptional sign="%" />
        <DecimalField {...shownAmount('salesAmount')} isOptional isDisabled={amount !== null} />
        <SelectField {...field('vat')} options={vatOptions} />
        <div className={styles.note}>
          <TextField {...field('note')} isOptional rows={2} maxLength={2000} />
        </div>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onDone}>{text('kit.cancel')}</Button>
        <Button
          variant="filled"
          loading={own.isSaving}
          leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
          onClick={own.submit}
        >
          {text('workorders.lines.save')}
        </Button>
      </div>
    </div>
  );
}
