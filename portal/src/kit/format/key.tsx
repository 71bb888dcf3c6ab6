import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './chip.module.css';

/** A key of the keyboard, drawn as one; hidden where there is only touch. */
export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className={cx('balie-key', styles.key)} aria-hidden>
      {children}
    </kbd>
  );
}
