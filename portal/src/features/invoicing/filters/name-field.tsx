import { useState } from 'react';
import type { allAdministrations } from '#contract/core/administrations.ts';
import type { companies } from '#contract/core/companies.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { SearchPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { FieldProps } from '#portal/kit/form/use-field.tsx';
import { valueAt } from '#portal/kit/form/paths.ts';
import { picked } from './invoice-filters.rules.ts';

interface NameFieldProps<T extends object> extends FieldProps<T> {
  readonly filter: keyof typeof picked;
  readonly resource: typeof allAdministrations | typeof companies;
}

const maxShown = 20;

/** A name: picked from the list of who may read that, typed by others. */
export function NameField<T extends object>({ filter, resource, ...props }: NameFieldProps<T>) {
  const mayPick = usePermission()(picked[filter]?.right ?? '');
  if (!mayPick) return <TextField {...props} maxLength={100} />;
  return <NamePicker {...props} resource={resource} />;
}

function NamePicker<T extends object>({ resource, ...props }: Omit<NameFieldProps<T>, 'filter'>) {
  const [words, setWords] = useState('');
  const chosen = valueAt(props.form.values, props.name);
  // The field shows the name that was chosen: it is no search.
  const query = words === chosen ? '' : words;
  const { useList } = resourceHooks(resource);
  // oxlint-disable-next-line react/hooks -- a field is about one resource for as long as it lives
  const found = useList({ top: maxShown, orderBy: 'name asc', query, count: false }, {});
  const names = new Set((found.data?.result ?? []).map(({ name }) => name));
  if (typeof chosen === 'string' && chosen !== '' && query === '') names.add(chosen);
  return (
    <SearchPicker
      {...props}
      options={[...names].map((name) => ({ value: name, label: name }))}
      onSearch={setWords}
      isLoading={found.isFetching}
      isStale={found.isPlaceholderData || found.isPending}
    />
  );
}
