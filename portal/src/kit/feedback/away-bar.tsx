import { IconPlugConnectedX } from '@tabler/icons-react';
import { isAway } from '../data/connection.ts';
import { useStore } from '../store.ts';
import { useText } from '../text.ts';
import styles from './notices.module.css';

/** Says that the connection is lost, in the foot of the shell, until it is back. */
export function AwayBar() {
  const text = useText();
  const away = useStore(isAway);
  return (
    <div className={styles.away} role="status">
      {away && (
        <span>
          <IconPlugConnectedX size={16} stroke={1.75} aria-hidden /> {text('kit.away')}
        </span>
      )}
    </div>
  );
}
