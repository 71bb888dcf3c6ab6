// A list of names beside a field has the roles of one (ARIA): the focus stays in the field.
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role */
import { personInitials } from '#portal/kit/format/initials.ts';
import { useText } from '#portal/kit/text.ts';
import type { Mentionable } from './mention.rules.ts';
import styles from './comments.module.css';

interface MentionListProps {
  readonly id: string;
  readonly names: readonly Mentionable[];
  readonly current: number;
  readonly onChoose: (person: Mentionable) => void;
}

/** Who can be mentioned; the focus stays in the field. */
export function MentionList({ id, names, current, onChoose }: MentionListProps) {
  const text = useText();
  return (
    <ul id={id} role="listbox" aria-label={text('invoicing.comments.mention')} className={styles.names}>
      {names.map((person, index) => (
        // The keyboard works in the field that has the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          ref={(node) => {
            if (index === current) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <span className={styles.initials} aria-hidden>
            {personInitials(person.fullName)}
          </span>
          {person.fullName}
        </li>
      ))}
    </ul>
  );
}
