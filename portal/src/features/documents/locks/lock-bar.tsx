import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentLock, Lock } from './use-lock.ts';
import styles from './locks.module.css';

/** 'X is working on this', with a button to take over. */
export function LockBar({ lock }: { readonly lock: Lock }) {
  const text = useText();
  if (lock.other === undefined) return null;
  return (
    <MessageBar
      meaning="hold"
      icon={IconLock}
      isAlert
      title={text('documentsWork.lock.other', { name: lock.other.name })}
      actions={
        <Button size="xs" loading={lock.isTaking} onClick={lock.take}>
          {text('documentsWork.lock.take')}
        </Button>
      }
    >
      {text('documentsWork.lock.hint')}
    </MessageBar>
  );
}

/** An icon in a row: somebody else has it open. */
export function LockMark({ lock }: { readonly lock: DocumentLock | null }) {
  const text = useText();
  if (lock === null || lock.isMine) return null;
  const words = text('documentsWork.lock.other', { name: lock.name });
  return (
    <span className={styles.mark} title={words}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      <span className="balie-hidden">{words}</span>
    </span>
  );
}
