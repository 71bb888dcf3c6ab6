import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useText } from '../text.ts';
import { MessageBar } from './message-bar.tsx';
import styles from './feedback.module.css';

/** One field on which the two versions differ. */
export interface Difference {
  readonly field: string;
  /** Translated. */
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  /** Whose value is chosen to begin with: the person's own, unless only the other changed this field. */
  readonly startsWith?: 'mine' | 'theirs';
}

interface ConflictBarProps {
  /** Who saved, and when in words: 'Joris Kamp', '14:02'. Nobody is named where that is not known. */
  readonly who: string | undefined;
  readonly at: string | undefined;
  readonly differences: readonly Difference[];
  /** The person's choice: the names of the fields that keep the person's own value. */
  readonly onChoose: (mine: ReadonlySet<string>) => void;
}

/** Somebody saved in the meantime: the person chooses field by field which value is stored. */
export function ConflictBar({ who, at, differences, onChoose }: ConflictBarProps) {
  const text = useText();
  const group = useId();
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(differences.filter(({ startsWith }) => startsWith !== 'theirs').map(({ field }) => field)),
  );
  const bar = useRef<HTMLElement>(null);
  // Save was pressed at the bottom of the form; the conflict is shown at the top.
  useEffect(() => bar.current?.focus(), []);

  function choose(field: string, isMine: boolean) {
    const next = new Set(mine);
    if (isMine) next.add(field);
    else next.delete(field);
    setMine(next);
  }

  return (
    <section ref={bar} tabIndex={-1} className={styles.conflict} aria-label={text('kit.conflict.label')}>
      <MessageBar
        meaning="warn"
        icon={IconUsers}
        isAlert
        title={
          who === undefined
            ? text('kit.conflict.changed')
            : at === undefined
              ? text('kit.conflict.saved', { name: who })
              : text('kit.conflict.savedAt', { name: who, at })
        }
      >
        {text('kit.conflict.hint')}
      </MessageBar>
      {differences.length > 0 && (
        <table className={styles.versions}>
          <thead>
            <tr>
              <th scope="col">{text('kit.conflict.field')}</th>
              <th scope="col">{text('kit.conflict.mine')}</th>
              <th scope="col">
                {who === undefined
                  ? text('kit.conflict.stored')
                  : text('kit.conflict.theirs', { name: who.split(' ')[0] ?? who })}
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, label, mine: own, theirs }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                {[true, false].map((isMine) => (
                  <td key={String(isMine)}>
                    <label>
                      <input
                        type="radio"
                        name={`${group}-${field}`}
                        checked={mine.has(field) === isMine}
                        onChange={() => choose(field, isMine)}
                      />
                      {isMine ? own : theirs}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.dialogButtons}>
        <Button variant="filled" onClick={() => onChoose(mine)}>
          {text('kit.conflict.keep')}
        </Button>
      </div>
    </section>
  );
}
