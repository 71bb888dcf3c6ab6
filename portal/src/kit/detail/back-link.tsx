import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './detail.module.css';

/** The way back to the list, above a title. */
export function BackLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <Link to={href} className={styles.back}>
      <IconArrowLeft size={14} stroke={1.75} aria-hidden />
      <span className={styles.backLabel}>{label}</span>
    </Link>
  );
}
