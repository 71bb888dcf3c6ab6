import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { FlowStep } from '#contract/invoicing/approval-flows.ts';
import { stepModes } from '#contract/invoicing/invoices.ts';
import { personInitials } from '#portal/kit/format/initials.ts';
import { useText } from '#portal/kit/text.ts';
import type { FlowChoices } from './flow.api.ts';
import type { FlowWords } from './flow-words.ts';
import styles from './flow.module.css';

/** The steps one after the other, to read. */
export function StepBoxes({
  steps,
  words,
}: {
  readonly steps: readonly FlowStep[];
  readonly words: FlowWords;
}) {
  const text = useText();
  if (steps.length === 0) return <p className="balie-empty">{text('invoicing.flow.anybody')}</p>;
  return (
    <p className={styles.boxes}>
      {steps.map((step, index) => (
        <Fragment key={index}>
          {index > 0 && <IconArrowRight size={16} stroke={1.75} aria-hidden />}
          <span className={styles.box}>
            <span className={styles.number}>{index + 1}</span>
            {words.modeOf(step)}
            {step.userIds.map((id) => (
              <span key={id} className={styles.person}>
                <span className={styles.initials} aria-hidden>
                  {personInitials(words.nameOf(id))}
                </span>
                {words.nameOf(id)}
              </span>
            ))}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

interface StepRowsProps {
  readonly steps: readonly FlowStep[];
  readonly choices: FlowChoices | undefined;
  readonly gaps: ReadonlySet<string>;
  /** Where the steps stand in the flow: `rules.0.steps`. */
  readonly place: string;
  readonly emptyStep: FlowStep;
  readonly onChange: (steps: FlowStep[]) => void;
}

/** The steps one after the other, to change. */
export function StepRows({ steps, choices, gaps, place, emptyStep, onChange }: StepRowsProps) {
  const text = useText();
  const people = (choices?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // Somebody who may not approve any more is shown until they are taken out.
  const gone = [...new Set(steps.flatMap(({ userIds }) => userIds))].filter(
    (id) => choices !== undefined && !people.some(({ value }) => value === id),
  );
  const options = [
    ...people,
    ...gone.map((id) => ({ value: id, label: text('invoicing.flow.mayNotApprove') })),
  ];
  return (
    <>
      {steps.map((step, index) => (
        <div key={index} className={styles.step}>
          <span className={styles.number}>{index + 1}</span>
          <Select
            className={styles.mode}
            aria-label={text('invoicing.flow.modeOfStep', { step: index + 1 })}
            data={stepModes.map((mode) => ({ value: mode, label: text(`invoicing.flow.mode.${mode}`) }))}
            value={step.mode}
            allowDeselect={false}
            onChange={(value) => {
              const mode = stepModes.find((one) => one === value) ?? 'one';
              onChange(steps.with(index, { ...step, mode }));
            }}
          />
          <MultiSelect
            className={styles.value}
            aria-label={text('invoicing.flow.peopleOfStep', { step: index + 1 })}
            data={options}
            value={[...step.userIds]}
            searchable
            hidePickedOptions
            maxValues={20}
            nothingFoundMessage={text('kit.form.nothingFound')}
            {...(step.userIds.length === 0 && { placeholder: text('kit.form.choose') })}
            error={gaps.has(`${place}.${index}.userIds`) && text('invoicing.flow.gap.people')}
            onChange={(userIds) => onChange(steps.with(index, { ...step, userIds }))}
          />
          <ActionIcon
            size={28}
            aria-label={text('invoicing.flow.removeStep', { step: index + 1 })}
            onClick={() => onChange(steps.toSpliced(index, 1))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {steps.length === 0 && <p className="balie-empty">{text('invoicing.flow.anybody')}</p>}
      {gaps.has(place) && <p className={styles.gap}>{text('invoicing.flow.gap.steps')}</p>}
      <p className={styles.adding}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={steps.length >= 10}
          onClick={() => onChange([...steps, emptyStep])}
        >
          {text('invoicing.flow.step')}
        </Button>
        <span className="balie-empty">{text('invoicing.flow.stepHint')}</span>
      </p>
    </>
  );
}
