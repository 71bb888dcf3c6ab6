import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** The search and the filter of a tree. */
export function useTreeSearch() {
  const [search, setSearch] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  return { search, setSearch, onlyChosen, setOnlyChosen };
}

interface TreeToolsProps {
  readonly state: ReturnType<typeof useTreeSearch>;
  /** Name and placeholder of the search box, translated. */
  readonly label: string;
  /** The words of the button that shows only what is chosen, translated. */
  readonly onlyChosenLabel: string;
  readonly searchClass?: string | undefined;
  readonly buttonClass?: string | undefined;
}

/** Above a tree: a search box, and a button that shows only what is chosen. */
export function TreeTools({
  state,
  label,
  onlyChosenLabel,
  searchClass = '',
  buttonClass = '',
}: TreeToolsProps) {
  const { search, setSearch, onlyChosen, setOnlyChosen } = state;
  return (
    <>
      <TextInput
        type="search"
        className={searchClass}
        aria-label={label}
        placeholder={label}
        value={search}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would save the form that contains the tree.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Button aria-pressed={onlyChosen} className={buttonClass} onClick={() => setOnlyChosen(!onlyChosen)}>
        {onlyChosenLabel}
      </Button>
    </>
  );
}
