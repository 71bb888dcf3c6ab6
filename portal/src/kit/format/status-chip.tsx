import type { TablerIcon } from '@tabler/icons-react';
import type { Meaning } from '../theme-colors.ts';
import styles from './chip.module.css';

/** How one status looks: which one it is comes in as data, the kit knows no status by name. */
export interface StatusLook {
  readonly meaning: Meaning;
  readonly icon: TablerIcon;
}

interface StatusChipProps extends StatusLook {
  /** The word, translated already. */
  readonly word: string;
}

/** A status: icon, word and soft background, so that colour is never the only sign. */
export function StatusChip({ meaning, icon: Icon, word }: StatusChipProps) {
  return (
    <span
      className={styles.chip}
      style={{
        background: `var(--balie-chip, var(--balie-${meaning}-soft))`,
        color: `var(--balie-${meaning})`,
      }}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className={styles.word}>{word}</span>
    </span>
  );
}
