import { Textarea } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import type {
  PatternError,
  PatternField as FieldName,
  ParsedValue,
  RegexAnswer,
} from '#contract/documents/triggers.ts';
import { formatDay } from '#contract/dates.ts';
import { FieldError, useField } from '#portal/kit/form/use-field.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { TriggerDraft } from './trigger-draft.ts';
import type { Remark } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface PatternFieldProps {
  readonly form: ResourceForm<TriggerDraft>;
  readonly name: FieldName;
  readonly answer: RegexAnswer | undefined;
  readonly remark: Remark | undefined;
  readonly isOptional?: boolean;
  readonly isDisabled: boolean;
}

/** A field of patterns that shows while typing: the number of matches, the value, and errors. */
export function PatternField({
  form,
  name,
  answer,
  remark,
  isOptional = false,
  isDisabled,
}: PatternFieldProps) {
  const text = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const field = useField({ form, name, label: `documentsWork.trigger.${name}`, isOptional, isDisabled });
  const value = typeof field.value === 'string' ? field.value : '';
  const isAsked = value.trim() !== '';
  const errors = isAsked ? (answer?.errors ?? []) : [];
  const minRows = name === 'keywords' ? 3 : 1;

  function goTo({ line, position }: PatternError) {
    const before = value
      .split('\n')
      .slice(0, line)
      .reduce((sum, { length }) => sum + length + 1, 0);
    const index = before + (position ?? 0);
    area.current?.focus();
    area.current?.setSelectionRange(index, index + 1);
  }

  return (
    <div className={styles.field}>
      {isAsked && answer && errors.length === 0 && (
        <span className={styles.count} aria-hidden>
          {text(name === 'keywords' ? 'documentsWork.trigger.allNeeded' : 'documentsWork.trigger.hits', {
            count: answer.count,
          })}
        </span>
      )}
      <Textarea
        {...field.input}
        ref={area}
        data-monospace
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        autosize
        minRows={minRows}
        maxRows={8}
        value={value}
        error={
          field.input.error ??
          (errors.length > 0 && <FieldError sentences={errors.map(({ message }) => message)} />)
        }
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
      />
      {errors.some(({ position }) => position !== null) && (
        <span className={styles.goTo}>
          {errors.map((error) => (
            <button
              key={`${error.line} ${error.position}`}
              type="button"
              className="balie-link"
              onClick={() => goTo(error)}
            >
              {text('documentsWork.trigger.goTo', { at: (error.position ?? 0) + 1 })}
            </button>
          ))}
        </span>
      )}
      {isAsked && answer && errors.length === 0 && (
        <div role="status" className={styles.outcome}>
          {name === 'keywords' ? <Keywords answer={answer} /> : <Found name={name} answer={answer} />}
          {answer.warnings.map(({ line, code, message }) => (
            <Warning key={`${line} ${code}`}>{message}</Warning>
          ))}
          {remark?.field === name && <Warning>{text(`documentsWork.trigger.remark.${remark.key}`)}</Warning>}
        </div>
      )}
    </div>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

function Found({
  name,
  answer,
}: {
  readonly name: Exclude<FieldName, 'keywords'>;
  readonly answer: RegexAnswer;
}) {
  const text = useText();
  const chosen = answer.matches.find(({ isChosen }) => isChosen);
  if (answer.count === 0) {
    if (name === 'creditmodifier')
      return <span className="balie-empty">{text('documentsWork.trigger.noCredit')}</span>;
    return <Warning>{text('documentsWork.trigger.noHit')}</Warning>;
  }
  if (name === 'creditmodifier') {
    return (
      <span className={styles.value}>
        <IconArrowRight size={16} stroke={1.75} aria-hidden /> {text('documentsWork.trigger.isCredit')}
      </span>
    );
  }
  if (answer.value === null)
    return (
      <Warning>
        {text(`documentsWork.trigger.unreadable.${name}`, { raw: answer.matches[0]?.raw ?? '' })}
      </Warning>
    );
  return (
    <span className={styles.value}>
      <IconArrowRight size={16} stroke={1.75} aria-hidden />
      <strong>
        <Parsed value={answer.value} />
      </strong>
      <span className={styles.how}>
        {name === 'totaalbedrag' && answer.count > 1 && text('documentsWork.trigger.lastCounts')}
        {name !== 'totaalbedrag' &&
          chosen &&
          isOther(answer.value, chosen.raw) &&
          text('documentsWork.trigger.readFrom', { raw: chosen.raw })}
        {name === 'factuurnummer' && answer.count > 1 && text('documentsWork.trigger.firstCounts')}
      </span>
    </span>
  );
}

const isOther = (value: ParsedValue, raw: string) => value.kind === 'date' && formatDay(value.value) !== raw;

/** A value as the trigger reads it. */
export function Parsed({ value }: { readonly value: ParsedValue }) {
  switch (value.kind) {
    case 'text':
      return value.value;
    case 'date':
      return formatDay(value.value);
    case 'amount':
      return <Money cents={value.value} />;
  }
}

/** Which keywords are met: the most frequent question is why a trigger does not match. */
function Keywords({ answer }: { readonly answer: RegexAnswer }) {
  const text = useText();
  return (
    <ul className={styles.keywords}>
      {answer.keywords.map(({ keyword, line, isExcluding, isMet }) => {
        const Icon = isMet ? IconCheck : IconX;
        const state = isExcluding ? (isMet ? 'absent' : 'presentYetExcluded') : isMet ? 'present' : 'missing';
        return (
          <li key={`${line} ${keyword}`} data-met={isMet}>
            <Icon size={14} stroke={2} aria-hidden />
            <code>{keyword}</code>
            <span>{text(`documentsWork.trigger.keyword.${state}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
