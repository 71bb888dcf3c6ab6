import { Button, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { DocumentProperty, FoundProperty } from '#contract/documents/properties.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { PropertyValue } from './property-value.tsx';
import type { Correction, ValueWork } from './use-value-work.ts';
import { kindOf, readValue, showValue, wrongOf } from './value.rules.ts';
import styles from './values.module.css';

interface CorrectionPanelProps {
  readonly property: DocumentProperty;
  readonly found: FoundProperty | undefined;
  readonly currency: string;
  readonly work: ValueWork;
  readonly hasPages: boolean;
}

/** Corrects one value: click the word on the page, choose another candidate, or type it. */
export function CorrectionPanel({ property, found, currency, work, hasPages }: CorrectionPanelProps) {
  const text = useText();
  const language = useLanguage();
  const titleId = useId();
  const [typed, setTyped] = useState(() => (found ? showValue(property, found.value, language, '') : ''));
  const [isWrong, setWrong] = useState(false);
  const label = text(`documentsWork.property.${property}`);
  const choices = choicesOf(found);
  const isSaving = work.saving === property;

  function submit(event: FormEvent) {
    event.preventDefault();
    const value = readValue(property, typed);
    if (value === undefined) return setWrong(true);
    void work.correct(property, { value, isStored: true });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    work.edit(undefined);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves from any field in it
    <form
      className={styles.panel}
      aria-labelledby={titleId}
      noValidate
      data-review
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <p id={titleId}>
        {text(choices.length > 1 ? 'documentsWork.correct.several' : 'documentsWork.correct.hint', {
          property: label,
        })}
        {hasPages && ` ${text('documentsWork.correct.click')}`}
      </p>
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map((choice, index) => (
            <Button
              key={choice.value}
              size="xs"
              variant={index === 0 ? 'filled' : 'default'}
              disabled={isSaving}
              aria-label={text('documentsWork.correct.choose', {
                value: showValue(property, choice.value, language, currency),
              })}
              onClick={() => void work.correct(property, choice)}
            >
              <PropertyValue property={property} value={choice.value} currency={currency} />
            </Button>
          ))}
        </div>
      )}
      <div className={styles.typing}>
        <TextInput
          className={styles.typed ?? ''}
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for this field
          autoFocus
          value={typed}
          maxLength={255}
          placeholder={text(`documentsWork.correct.example.${kindOf(property)}`)}
          error={
            isWrong && <FieldError sentences={[text(`documentsWork.correct.wrong.${wrongOf(property)}`)]} />
          }
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" loading={isSaving}>
          {text('documentsWork.correct.save')}
        </Button>
        <Button variant="subtle" onClick={() => work.edit(undefined)}>
          {text('kit.cancel')}
        </Button>
        {found !== undefined && found.value !== '' && (
          <Button
            variant="subtle"
            data-danger
            disabled={isSaving}
            onClick={() => void work.correct(property, { value: '', isStored: true })}
          >
            {text('documentsWork.correct.absent')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The candidates, each value once: the chosen one first. */
export function choicesOf(found: FoundProperty | undefined): readonly Correction[] {
  if (found === undefined) return [];
  const byValue = new Map<string, Correction>();
  for (const { value, page, box } of [found, ...found.candidates]) {
    if (value === '' || byValue.has(value)) continue;
    byValue.set(value, { value, isStored: true, ...(page === null || box === null ? {} : { page, box }) });
  }
  return [...byValue.values()].slice(0, 5);
}
