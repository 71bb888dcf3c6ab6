import { IconLock } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import styles from './order-detail.module.css';

/** Why lines and hours cannot be changed (§E3). */
export function InvoicedNotice() {
  const text = useText();
  return (
    <p className={styles.locked}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {text('workorders.locked')}
    </p>
  );
}
