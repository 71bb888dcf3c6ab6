import type { ReactNode } from 'react';
import styles from './layout.module.css';

interface ActionBarProps {
  /** Going to the previous and next one, and how. */
  readonly navigation?: ReactNode;
  /** Deciding: the primary one last. */
  readonly children: ReactNode;
  /** Spoken name of the bar. */
  readonly label: string;
}

/** A bar that sticks to the bottom: navigation on the left, the decision on the right. */
export function ActionBar({ navigation, children, label }: ActionBarProps) {
  return (
    <div className={styles.actionBar} role="group" aria-label={label}>
      <div className={styles.navigation}>{navigation}</div>
      <div className={styles.decision}>{children}</div>
    </div>
  );
}
