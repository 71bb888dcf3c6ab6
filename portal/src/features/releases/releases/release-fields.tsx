import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { maxNotes } from '#contract/releases/releases.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { ChoiceField, YesNoField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { TimeField } from '#portal/kit/form/time-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { AdoptionFact, FailuresFact } from './adoption-facts.tsx';
import type { Release } from './release.ts';
import type { ReleaseValues } from './release-values.ts';
import styles from './releases.module.css';

interface FieldsProps {
  readonly form: ResourceForm<ReleaseValues>;
  readonly isDisabled: boolean;
}

/** What a release says of itself, and how it is offered. */
export function ReleaseFields({ form, release, isDisabled }: FieldsProps & { readonly release: Release }) {
  const text = useText();
  const field = fieldsOf(form, 'releases.releases', { isDisabled });
  return (
    <div className={styles.fields}>
      <div className={styles.facts}>
        <Facts
          facts={[
            { label: text('releases.releases.version'), value: release.version },
            { label: text('releases.releases.build'), value: release.build },
            { label: text('releases.adoption.inUse'), value: <AdoptionFact release={release} /> },
            { label: text('releases.adoption.failures'), value: <FailuresFact release={release} /> },
          ]}
        />
      </div>
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('notes')} rows={3} maxLength={maxNotes} isOptional />
      <AvailableFrom form={form} isDisabled={isDisabled} />
      <YesNoField {...field('forceUpdate')} />
      <ChoiceField
        {...field('active', 'status')}
        hint="releases.releases.activeHint"
        options={[
          { value: true, label: text('releases.releases.isActive') },
          { value: false, label: text('releases.releases.isInactive') },
        ]}
      />
      <div className={styles.percentage}>
        <NumberField
          {...field('rolloutPercentage')}
          hint="releases.releases.rolloutPercentageHint"
          maxDigits={3}
          unit="%"
        />
      </div>
    </div>
  );
}

function AvailableFrom({ form, isDisabled }: FieldsProps) {
  const text = useText();
  const { availableFrom } = form.values;
  const field = fieldsOf(form, 'releases.releases', { isDisabled, isOptional: true });
  const label = text('releases.releases.clearAvailable');
  return (
    <div className={styles.moment}>
      <DateField {...field('availableFrom')} hint="releases.releases.availableFromHint" />
      <TimeField {...field('availableTime')} isDisabled={isDisabled || availableFrom === null} />
      {availableFrom !== null && !isDisabled && (
        <ActionIcon
          variant="default"
          size={34}
          aria-label={label}
          title={label}
          onClick={() => {
            form.set('availableFrom', null);
            form.set('availableTime', '');
          }}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
