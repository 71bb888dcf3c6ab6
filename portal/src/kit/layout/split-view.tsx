import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './layout.module.css';

interface SplitViewProps {
  /** The work: values, steps, decisions. */
  readonly children: ReactNode;
  /** What it is about, usually an ImageViewer. */
  readonly side: ReactNode;
  /** The height of both, any CSS length; each scrolls by itself. The whole sheet when absent. */
  readonly height?: string;
}

/** Work on the left, what it is about on the right; below 992 the right one goes on top, 348 high. */
export function SplitView({ children, side, height }: SplitViewProps) {
  return (
    <div
      className={cx(styles.split, height === undefined && styles.fills)}
      style={height ? { height } : undefined}
    >
      <div className={styles.left}>{children}</div>
      <div className={styles.right}>{side}</div>
    </div>
  );
}
