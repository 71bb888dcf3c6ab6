import type { ComponentProps } from 'react';
import styles from './filter-bar.module.css';

/** The invisible button over all of a `FilterFrame` that opens what the filter is set with. */
export function OpenerButton({ label, ...rest }: { readonly label: string } & ComponentProps<'button'>) {
  return <button type="button" className={styles.opener} aria-label={label} {...rest} />;
}
