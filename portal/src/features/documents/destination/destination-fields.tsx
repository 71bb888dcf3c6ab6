import '@mantine/core/styles/Combobox.layer.css';
import { Select, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useTypedChoice } from '#portal/kit/form/use-typed-choice.ts';
import { useText, useTextsOf } from '#portal/kit/text.ts';
import type { Destination } from './destination.ts';

export interface DestinationFieldsProps {
  readonly value: Destination;
  readonly onChange: (destination: Destination) => void;
  /** What an empty administration means here, translated; without it only the company is asked for. */
  readonly anyAdministration?: string;
  /** The error of the company. */
  readonly error?: string | undefined;
}

const companyHooks = resourceHooks(companies);
const administrationHooks = resourceHooks(administrations);

/** The company, and if asked its administration, for who works for several. */
export function DestinationFields({ value, onChange, anyAdministration, error }: DestinationFieldsProps) {
  const text = useText();
  // For the sentence that says what is missing.
  useTextsOf('contract');
  const company = useRef<HTMLInputElement>(null);
  const isWrong = error !== undefined;
  useEffect(() => {
    if (isWrong) company.current?.focus();
  }, [isWrong]);
  const [query, setQuery] = useState('');
  const found = companyHooks.useList({ top: 50, orderBy: 'name asc', query, count: false }, {});
  const companyChoice = useTypedChoice(!found.isPlaceholderData && !found.isPending);
  const administrationChoice = useTypedChoice();
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const { companyId } = value;
  const owned = administrationHooks.useList(
    { top: 250, orderBy: 'tag asc', count: false },
    { companyId: companyId ?? '-' },
    { enabled: companyId !== undefined && anyAdministration !== undefined },
  );
  const options = (found.data?.result ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const data =
    chosen && query === '' && !options.some((option) => option.value === chosen.value)
      ? [chosen, ...options]
      : options;
  const ofCompany = companyId === undefined || owned.isPlaceholderData ? [] : (owned.data?.result ?? []);

  return (
    <Stack gap={14}>
      <Select
        {...companyChoice}
        ref={company}
        label={text('documents.destination.company')}
        placeholder={text('kit.form.choose')}
        data={data}
        value={companyId ?? null}
        searchable
        filter={({ options: all }) => all}
        onSearchChange={(typed) => setQuery(typed === chosen?.label ? '' : typed)}
        allowDeselect={false}
        nothingFoundMessage={found.isFetching ? undefined : text('kit.form.nothingFound')}
        error={error}
        data-autofocus
        onChange={(id, option) => {
          if (id === null || option === null) return;
          setChosen(option);
          onChange({ companyId: id });
        }}
      />
      {anyAdministration !== undefined && (
        <Select
          {...administrationChoice}
          label={text('documents.destination.administration')}
          data={[
            { value: '', label: anyAdministration },
            ...ofCompany.map(({ id, tag, name }) => ({ value: id, label: `${tag} ${name}` })),
          ]}
          value={value.administrationId ?? ''}
          disabled={companyId === undefined}
          searchable={ofCompany.length > 8}
          allowDeselect={false}
          onChange={(id) => {
            const { administrationId: _, ...rest } = value;
            onChange(id ? { ...rest, administrationId: id } : rest);
          }}
        />
      )}
    </Stack>
  );
}
