import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../text.ts';
import { useStore } from '../store.ts';
import { dismiss, notices, type ShownNotice } from './notify.ts';
import styles from './notices.module.css';

const icons = { ok: IconCircleCheck, info: IconInfoCircle, bad: IconAlertCircle };

/** Where notices appear; a polite live region that is always there, so that they are spoken. */
export function Notices() {
  return (
    <div className={styles.place} role="status" aria-live="polite" aria-relevant="additions">
      {useStore(notices).map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: ShownNotice }) {
  const text = useText();
  const { id, title, body, meaning = 'info', action, forMs } = notice;
  const Icon = icons[meaning];
  return (
    <div className={styles.notice}>
      <Icon size={18} stroke={1.75} aria-hidden style={{ color: `var(--balie-${meaning})` }} />
      <div className={styles.words}>
        <strong>{title}</strong>
        {body !== undefined && <div>{body}</div>}
      </div>
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
      <CloseButton size="sm" aria-label={text('kit.notice.close')} onClick={() => dismiss(id)} />
      {/* The animation is the timer: hover and focus pause it, its end removes the notice. */}
      <span
        className={styles.countdown}
        style={{ background: `var(--balie-${meaning})`, animationDuration: `${forMs}ms` }}
        onAnimationEnd={() => dismiss(id)}
      />
    </div>
  );
}
