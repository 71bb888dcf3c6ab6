import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Two fields that belong together on one line: postcode and place, length and width. */
export function FormRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Parts of a wide form beside each other where there is room for them: fields, trees. */
export function FormColumns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** One of those parts: fields below each other. */
export function FormColumn({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
