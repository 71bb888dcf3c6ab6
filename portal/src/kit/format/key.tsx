import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A key of the keyboard, drawn as one; hidden where there is only touch. */
export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className={styles.key} aria-hidden>
      {children}
    </kbd>
  );
}
