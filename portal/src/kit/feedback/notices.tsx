import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../text.ts';
import { useStore } from '../store.ts';
import { dismiss, dismissAll, notices, type ShownNotice } from './notify.ts';
import styles from './notices.module.css';

const icons = { ok: IconCircleCheck, info: IconInfoCircle, bad: IconAlertCircle };

/** Where notices appear; a polite live region that is always there, so that they are spoken. */
export function Notices() {
  const all = useStore(notices);
  const newest = all.at(-1);
  return (
    <div className={styles.place} role="status" aria-live="polite" aria-relevant="additions">
      {newest && <NoticeCard key={newest.id} notice={newest} earlier={all.length - 1} />}
    </div>
  );
}

interface NoticeCardProps {
  readonly notice: ShownNotice;
  /** How many wait behind it. */
  readonly earlier: number;
}

/** The newest notice; undoing it shows the one before, closing it or its time takes all away. */
function NoticeCard({ notice, earlier }: NoticeCardProps) {
  const text = useText();
  const { id, title, body, meaning = 'info', action, forMs } = notice;
  const Icon = icons[meaning];
  return (
    <div className={styles.notice}>
      <Icon size={18} stroke={1.75} aria-hidden style={{ color: `var(--balie-${meaning})` }} />
      <div className={styles.words}>
        <strong>{title}</strong>
        {body !== undefined && <span>{body}</span>}
      </div>
      {earlier > 0 && (
        <span className={styles.earlier}>{text('kit.notice.earlier', { count: earlier })}</span>
      )}
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={text('kit.notice.close')} onClick={dismissAll} />
      {/* The animation is the timer: hover and focus pause it, its end removes the notice. */}
      <span
        className={styles.countdown}
        style={{ background: `var(--balie-${meaning})`, animationDuration: `${forMs}ms` }}
        onAnimationEnd={dismissAll}
      />
    </div>
  );
}
