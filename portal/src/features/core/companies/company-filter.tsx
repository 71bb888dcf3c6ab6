import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { companies } from '#contract/core/companies.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useTypedChoice } from '#portal/kit/form/use-typed-choice.ts';
import { useText } from '#portal/kit/text.ts';

const { useList, useOne } = resourceHooks(companies);

interface CompanyFilterProps {
  /** The company in view; one's own when undefined. */
  readonly companyId: string | undefined;
  readonly onChange: (companyId: string | undefined) => void;
}

/** Whose records are shown, for staff who may see those of every company. */
export function CompanyFilter({ companyId, onChange }: CompanyFilterProps) {
  const text = useText();
  const [words, setWords] = useState('');
  const current = useOne(companyId ?? '', {}, { enabled: companyId !== undefined });
  const chosen = companyId !== undefined && current.data?.id === companyId ? current.data : undefined;
  const query = words === chosen?.name ? '' : words;
  const found = useList({ top: 50, orderBy: 'name asc', query, count: false }, {});
  const typedChoice = useTypedChoice(!found.isPlaceholderData && !found.isPending);
  const options = (found.data?.result ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const data =
    chosen && query === '' && !options.some(({ value }) => value === chosen.id)
      ? [{ value: chosen.id, label: chosen.name }, ...options]
      : options;
  return (
    <Select
      {...typedChoice}
      w={220}
      aria-label={text('core.companies.one')}
      placeholder={text('core.companies.own')}
      data={data}
      value={chosen?.id ?? null}
      searchable
      clearable
      filter={({ options: all }) => all}
      onSearchChange={setWords}
      nothingFoundMessage={found.isFetching ? undefined : text('kit.form.nothingFound')}
      clearButtonProps={{
        'aria-label': text('kit.form.clear', { label: text('core.companies.one') }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
