// A list of choices beside a cell has the roles of one (ARIA): the focus stays in the cell.
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role */
import { cx } from '#portal/kit/cx.ts';
import type { Choice } from './grid.rules.ts';
import styles from './booking.module.css';

/** The number of choices that are shown at a time; typing finds the others. */
export const maxChoices = 50;

interface ChoiceListProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly current: number;
  readonly onChoose: (choice: Choice) => void;
}

/** The choices of an open cell; the focus stays in the cell. */
export function ChoiceList({ id, label, choices, current, onChoose }: ChoiceListProps) {
  return (
    <ul id={id} role="listbox" aria-label={label} className={styles.choices}>
      {choices.slice(0, maxChoices).map((choice, index) => (
        // The keyboard works in the cell that has the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={choice.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          className={cx(styles.choice, index === current && styles.chosen)}
          ref={(node) => {
            if (index === current) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span className={styles.choiceValue}>{choice.value}</span>
          <span className={styles.choiceName}>{choice.name}</span>
          {choice.more !== undefined && <span className={styles.choiceMore}>{choice.more}</span>}
        </li>
      ))}
    </ul>
  );
}
