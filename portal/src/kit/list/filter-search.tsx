import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fold } from '../fold.ts';
import { useText } from '../text.ts';
import { FilterFrame, type FilterChoiceProps } from './filter-frame.tsx';
import { OpenerButton } from './opener-button.tsx';
import styles from './filter-bar.module.css';

/** Options drawn at a time; typing finds the others. */
const maxDrawn = 100;

/** A filter of many options: its button opens a field, and typing finds any part of a label. */
export function FilterSearch({ list, filter }: FilterChoiceProps) {
  const { name, label, off, options } = filter;
  const text = useText();
  const [words, setWords] = useState('');
  const choices = useCombobox({
    onDropdownOpen: () => choices.focusSearchInput(),
    onDropdownClose: () => {
      setWords('');
      choices.resetSelectedOption();
      choices.focusTarget();
    },
  });
  const asked = fold(words).trim();
  const found = [{ value: '', label: off }, ...options].filter((option) =>
    fold(option.label).includes(asked),
  );
  const { selectFirstOption, resetSelectedOption } = choices;
  useEffect(() => {
    if (asked === '') resetSelectedOption();
    else selectFirstOption();
  }, [asked, selectFirstOption, resetSelectedOption]);
  return (
    <FilterFrame list={list} filter={filter}>
      {(value, shown) => (
        <Combobox
          store={choices}
          width={320}
          position="bottom-start"
          onOptionSubmit={(chosen) => {
            list.setFilter(name, chosen);
            choices.closeDropdown();
          }}
        >
          <Combobox.Target targetType="button">
            <OpenerButton label={`${label}: ${shown}`} onClick={() => choices.toggleDropdown()} />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Search
              aria-label={`${text('kit.search.label')}: ${label}`}
              placeholder={text('kit.search.label')}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Combobox.Options className={styles.options} aria-label={label}>
              {found.length === 0 && <Combobox.Empty>{text('kit.form.nothingFound')}</Combobox.Empty>}
              {found.slice(0, maxDrawn).map((option) => (
                <Combobox.Option
                  key={option.value}
                  value={option.value}
                  active={option.value === value}
                  className={styles.option}
                >
                  {option.label}
                  {option.value === value && <IconCheck size={14} stroke={1.75} aria-hidden />}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </FilterFrame>
  );
}
