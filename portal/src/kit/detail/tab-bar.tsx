import type { ReactNode } from 'react';
import styles from './detail.module.css';

interface TabBarProps {
  readonly search?: ReactNode;
  /** Choices that narrow the table. */
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
}

/** The line above the table of a tab: search on the left, adding on the right. */
export function TabBar({ search, filters, actions }: TabBarProps) {
  return (
    <div className={styles.tabBar}>
      {search}
      {filters}
      <div className={styles.tabActions}>{actions}</div>
    </div>
  );
}
