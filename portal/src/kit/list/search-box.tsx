import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Key } from '../format/key.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import type { ListState } from './use-list-state.ts';
import styles from './list-page.module.css';

interface SearchBoxProps {
  readonly list: Pick<ListState, 'search' | 'setSearch'>;
  /** Text key of the name and the grey words in the box; 'Zoeken' when absent. */
  readonly label?: string;
}

/** Milliseconds of rest after the last letter before the list is asked (product 2.9). */
const restMs = 200;

/** Searches while typing; `/` goes to it, Escape and the cross empty it. */
export function SearchBox({ list, label = 'kit.search.label' }: SearchBoxProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(list.search);
  const [asked, setAsked] = useState(list.search);
  const { setSearch } = list;

  // Back, or 'Filters wissen', changes the address without typing.
  if (list.search !== asked) {
    setAsked(list.search);
    setTyped(list.search);
  }

  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(typed.trim());
      setSearch(typed.trim());
    }, restMs);
    return () => clearTimeout(timer);
  }, [typed, asked, setSearch]);

  useKeys([
    { keys: '/', label: 'kit.keys.search', run: () => field.current?.select() ?? field.current?.focus() },
  ]);

  function clear() {
    setTyped('');
    setAsked('');
    setSearch('');
    field.current?.focus();
  }

  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      className={styles.search ?? ''}
      aria-label={text(label)}
      placeholder={text(label)}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        event.preventDefault();
        clear();
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? (
          <Key>/</Key>
        ) : (
          <CloseButton size="sm" aria-label={text('kit.search.clear')} onClick={clear} />
        )
      }
    />
  );
}
