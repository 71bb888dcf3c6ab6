import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './form.module.css';

/** Two fields that belong together on one line: postcode and place, length and width. */
export function FormRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface FormColumnsProps {
  /** Two parts of plain fields: neither grows wider than the other. */
  readonly isPair?: boolean;
  readonly children: ReactNode;
}

/** Parts of a wide form beside each other where there is room for them: fields, trees. */
export function FormColumns({ isPair = false, children }: FormColumnsProps) {
  return <div className={cx(styles.columns, isPair && styles.pair)}>{children}</div>;
}

/** One of those parts: fields below each other. */
export function FormColumn({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
