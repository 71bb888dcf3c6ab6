import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { lineWrite } from '#contract/workorders/line-write.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { writeOf, type LineValues } from './lines.rules.ts';
import styles from './lines.module.css';

interface LineEditorProps {
  /** Name of the group, translated. */
  readonly title: string;
  readonly initial: LineValues;
  /** What was typed of it before, and not saved. */
  readonly values?: LineValues | undefined;
  readonly showsPurchase: boolean;
  readonly onSave: (line: LineValues) => Promise<unknown>;
  readonly onDone: () => void;
  /** What is typed now, for who must not lose it. */
  readonly onTyped?: ((line: LineValues | null) => void) | undefined;
  /** What cannot be read of it, for who saves it without its own button. */
  readonly onReport?: ResourceForm<LineValues>['report'] | undefined;
}

/** The fields of one line, in its place in the table. No form of its own: it may stand inside one. */
export function LineEditor({
  title,
  initial,
  values: kept,
  showsPurchase,
  onSave,
  onDone,
  onTyped,
  onReport,
}: LineEditorProps) {
  const text = useText();
  const group = useRef<HTMLDivElement>(null);
  const own = useResourceForm({
    initial,
    values: kept,
    check: (line) => wrongFields(text, lineWrite, writeOf(line, showsPurchase)),
    save: (line: LineValues) => onSave(line),
    onSaved: onDone,
  });
  const { report: reportOwn } = own;
  const report: typeof reportOwn = useCallback(
    (...told) => {
      reportOwn(...told);
      onReport?.(...told);
    },
    [reportOwn, onReport],
  );
  const form = { ...own, report };
  useEffect(() => group.current?.querySelector('input')?.focus(), []);
  const { values } = form;
  const latest = useRef(onTyped);
  useEffect(() => {
    latest.current = onTyped;
  });
  useEffect(() => latest.current?.(values), [values]);
  useEffect(() => () => latest.current?.(null), []);
  useEffect(() => {
    if (form.failures > 0) group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.failures]);

  function onKeyDown(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && (isField || event.ctrlKey || event.metaKey)) form.submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const optional = { form, isOptional: true };
  const label = (name: keyof LineValues) => `workorders.lines.${name}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the focus
    <div ref={group} role="group" aria-label={title} className={styles.editor} onKeyDown={onKeyDown}>
      {form.failure && (
        <MessageBar meaning="bad" isAlert title={errorWords(form.failure, text).title}>
          {errorWords(form.failure, text).hint}
        </MessageBar>
      )}
      <div className={styles.fields}>
        <div className={styles.wide}>
          <TextField form={form} name="description" label={label('description')} maxLength={1000} />
        </div>
        <TextField {...optional} name="edition" label={label('edition')} maxLength={50} />
        <TextField {...optional} name="size" label={label('size')} maxLength={100} />
        <TextField {...optional} name="format" label={label('format')} maxLength={100} />
        <TextField {...optional} name="printing" label={label('printing')} maxLength={100} />
        <TextField {...optional} name="material" label={label('material')} maxLength={100} />
        <TextField {...optional} name="finish" label={label('finish')} maxLength={100} />
        {showsPurchase && (
          <DecimalField {...optional} name="purchaseAmount" label={label('purchaseAmount')} />
        )}
        <DecimalField {...optional} name="salesAmount" label={label('salesAmount')} />
        <div className={styles.note}>
          <TextField {...optional} name="note" label={label('note')} rows={2} maxLength={2000} />
        </div>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onDone}>{text('kit.cancel')}</Button>
        <Button
          variant="filled"
          loading={form.isSaving}
          leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
          onClick={form.submit}
        >
          {text('workorders.lines.save')}
        </Button>
      </div>
    </div>
  );
}
