import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Two fields that belong together on one line: postcode and place, length and width. */
export function FormRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
