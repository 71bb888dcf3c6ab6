import { Select } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#portal/kit/text.ts';
import { type Creditor, useCreditorChoices } from './creditors.api.ts';

interface OtherCreditorProps {
  readonly creditor: Creditor;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** Chooses another creditor of the same company by its name. */
export function OtherCreditor({ creditor, value, onChange }: OtherCreditorProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { data: choices = [] } = useCreditorChoices(typed, creditor.companyId);
  const options = choices
    .filter(({ id }) => id !== creditor.id)
    .map(({ id, name, city }) => ({ value: id, label: city === '' ? name : `${name}, ${city}` }));
  const isListed = options.some((option) => option.value === value);
  return (
    <Select
      style={{ maxWidth: 420 }}
      label={text('invoicing.merge.other')}
      placeholder={text('invoicing.merge.search')}
      data={options}
      value={isListed ? (value ?? null) : null}
      searchable
      clearable
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={text('kit.empty.title')}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
