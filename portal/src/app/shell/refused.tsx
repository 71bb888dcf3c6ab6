import { IconLock } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import styles from './refused.module.css';

/** Says why the person is not where they asked to be (§A6). `screen` is the text key of that screen's title. */
export function Refused({ screen }: { screen: string }) {
  const text = useText();
  return (
    <p role="alert" className={styles['notice']}>
      <IconLock size={16} stroke={1.75} aria-hidden="true" />
      {text('shell.refused', { screen: text(screen) })}
    </p>
  );
}
