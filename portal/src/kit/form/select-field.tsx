import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Loader, MultiSelect, Select } from '@mantine/core';
import { useText } from '../text.ts';
import type { Option } from './choice-field.tsx';
import { useField, type FieldProps } from './use-field.tsx';
import { useTypedChoice } from './use-typed-choice.ts';

// Mantine hides its cross from the keyboard and from screen readers; ours can be reached and has a name.
function clearButton(name: string) {
  return { 'aria-label': name, 'aria-hidden': false, tabIndex: 0 };
}

/** Options drawn at a time; typing finds the others. */
const maxDrawn = 100;

interface SelectFieldProps<T extends object> extends FieldProps<T> {
  readonly options: readonly Option[];
  /** Typing narrows the choice; on by itself from nine options. */
  readonly isSearchable?: boolean;
}

/** One of many, by its value; null when nothing is chosen. */
export function SelectField<T extends object>(props: SelectFieldProps<T>) {
  const { options, isSearchable = options.length > 8, isOptional = false } = props;
  const text = useText();
  const field = useField(props, (value) => options.find((option) => option.value === value)?.label ?? '');
  const typedChoice = useTypedChoice();
  // An empty value is a choice where an option has it, such as 'all'.
  const isChosen = field.value !== '' || options.some(({ value }) => value === '');
  return (
    <Select
      {...field.input}
      {...typedChoice}
      data={options}
      value={typeof field.value === 'string' && isChosen ? field.value : null}
      onChange={(value) => field.set(value)}
      searchable={isSearchable}
      limit={isSearchable ? maxDrawn : Infinity}
      clearable={isOptional}
      allowDeselect={false}
      placeholder={text('kit.form.choose')}
      nothingFoundMessage={text('kit.form.nothingFound')}
      clearButtonProps={clearButton(text('kit.form.clear', { label: field.name }))}
    />
  );
}

interface SearchingProps {
  /** What the server found for the typed words, with what is chosen now. */
  readonly options: readonly Option[];
  /** Asks the server; called while typing. */
  readonly onSearch: (words: string) => void;
  readonly isLoading?: boolean;
  /** The options are those of earlier words: Enter waits. */
  readonly isStale?: boolean;
}

// The server has chosen already: what came back is shown as it is.
function asFound<O>({ options }: { readonly options: O }): O {
  return options;
}

/** One of very many: the server searches while the person types. */
export function SearchPicker<T extends object>(props: FieldProps<T> & SearchingProps) {
  const { options, onSearch, isLoading = false, isStale = false } = props;
  const { isOptional = false, isUnmarked = false } = props;
  const text = useText();
  const field = useField(props, (value) => options.find((option) => option.value === value)?.label ?? '');
  const typedChoice = useTypedChoice(!isStale);
  return (
    <Select
      {...field.input}
      {...typedChoice}
      data={options}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(value) => field.set(value)}
      searchable
      filter={asFound}
      onSearchChange={onSearch}
      clearable={isOptional || isUnmarked}
      allowDeselect={false}
      placeholder={text('kit.search.label')}
      rightSection={isLoading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={isLoading ? undefined : text('kit.form.nothingFound')}
      clearButtonProps={clearButton(text('kit.form.clear', { label: field.name }))}
    />
  );
}

interface MultiPickerProps<T extends object> extends FieldProps<T> {
  readonly options: readonly Option[];
  /** How many may be chosen; 10 when absent (product 2.9). */
  readonly max?: number;
  /** With it the server searches, and the options are what it found together with what is chosen. */
  readonly onSearch?: (words: string) => void;
  /** The options are those of earlier words: Enter waits. */
  readonly isStale?: boolean;
}

/** Several of many, as a list of values. */
export function MultiPicker<T extends object>(props: MultiPickerProps<T>) {
  const { options, max = 10, onSearch, isStale = false } = props;
  const text = useText();
  const labelOf = (value: unknown) =>
    options.find((option) => option.value === value)?.label ?? String(value);
  const field = useField(props, (value) => (Array.isArray(value) ? value.map(labelOf).join(', ') : ''));
  const chosen = Array.isArray(field.value) ? field.value.filter((one) => typeof one === 'string') : [];
  const typedChoice = useTypedChoice(!isStale);
  return (
    <MultiSelect
      {...field.input}
      {...typedChoice}
      data={options}
      value={chosen}
      onChange={field.set}
      maxValues={max}
      searchable
      limit={maxDrawn}
      hidePickedOptions
      {...(onSearch ? { filter: asFound, onSearchChange: onSearch } : {})}
      {...(chosen.length === 0 ? { placeholder: text('kit.form.choose') } : {})}
      nothingFoundMessage={text('kit.form.nothingFound')}
      clearButtonProps={clearButton(text('kit.form.clear', { label: field.name }))}
    />
  );
}
