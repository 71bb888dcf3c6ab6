import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './feedback.module.css';

interface StateBlockProps {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  readonly isBad?: boolean;
}

/** A state in the middle of the sheet: icon, what is so, what to do, and the button for it. */
export function StateBlock({ icon: Icon, title, hint, action, isBad = false }: StateBlockProps) {
  return (
    <div className={styles.block} role={isBad ? 'alert' : undefined}>
      <div className={cx(styles.blockIcon, isBad && styles.bad)}>
        <Icon size={24} stroke={1.75} aria-hidden />
      </div>
      <h2 className={styles.blockTitle}>{title}</h2>
      {hint !== undefined && hint !== '' && <div className={styles.blockHint}>{hint}</div>}
      {action && <div className={styles.blockAction}>{action}</div>}
    </div>
  );
}
