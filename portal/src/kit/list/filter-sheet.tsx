import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';
import { FilterChoice } from './filter-choice.tsx';
import type { FilterBarProps } from './filter-bar.tsx';
import styles from './filter-bar.module.css';

interface FilterSheetProps extends FilterBarProps {
  readonly onClose: () => void;
}

/** The filters of a list on a phone; they work at once, so there is nothing to confirm. */
export function FilterSheet({ list, filters, onClose }: FilterSheetProps) {
  const text = useText();
  return (
    <Dialog title={text('kit.filters.title')} onClose={onClose}>
      <div className={styles.sheet}>
        {filters.map((filter) => (
          <FilterChoice key={filter.name} list={list} filter={filter} />
        ))}
      </div>
      <DialogButtons>
        <Button variant="filled" onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
