import type { TablerIcon } from '@tabler/icons-react';
import styles from './segments.module.css';

interface SegmentsProps<Key extends string> {
  /** What is chosen here, for those who cannot see it. */
  readonly label: string;
  readonly options: readonly { readonly key: Key; readonly label: string; readonly icon: TablerIcon }[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
}

/** Two to four ways to look at the same thing, one of them on. */
export function Segments<Key extends string>({ label, options, value, onChange }: SegmentsProps<Key>) {
  return (
    <div role="group" aria-label={label} className={styles.segments}>
      {options.map(({ key, label: word, icon: Icon }) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          <Icon size={16} stroke={1.75} aria-hidden />
          {word}
        </button>
      ))}
    </div>
  );
}
