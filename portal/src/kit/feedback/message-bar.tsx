import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Meaning } from '../theme-colors.ts';
import styles from './feedback.module.css';

const icons: Partial<Record<Meaning, TablerIcon>> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
};

interface MessageBarProps {
  readonly meaning: Meaning;
  readonly icon?: TablerIcon;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons below the words. */
  readonly actions?: ReactNode;
  /** Spoken at once when it appears; off for what was there from the start. */
  readonly isAlert?: boolean;
}

/** A message that stays in its place: soft ground, icon and words. */
export function MessageBar({ meaning, icon, title, children, actions, isAlert = false }: MessageBarProps) {
  const Icon = icon ?? icons[meaning] ?? IconInfoCircle;
  return (
    <div
      className={styles.bar}
      role={isAlert ? 'alert' : undefined}
      style={{ background: `var(--balie-${meaning}-soft)`, color: `var(--balie-${meaning})` }}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      <div className={styles.barWords}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && (
          <div className={title === undefined ? undefined : styles.barBody}>{children}</div>
        )}
        {actions && <div className={styles.barActions}>{actions}</div>}
      </div>
    </div>
  );
}
