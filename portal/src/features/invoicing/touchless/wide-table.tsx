import type { ReactNode } from 'react';
import styles from './touchless.module.css';

/** A table that scrolls sideways where there is no room; the box is reached by keyboard too. */
export function WideTable({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
