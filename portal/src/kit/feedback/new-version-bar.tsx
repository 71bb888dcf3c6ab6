import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { cx } from '../cx.ts';
import { isAway } from '../data/connection.ts';
import { isPageHeld } from '../data/held-page.ts';
import { newVersion, reloadPage } from '../data/new-version.ts';
import { useStore } from '../store.ts';
import { useText } from '../text.ts';
import { StateBlock } from './state-block.tsx';
import styles from './notices.module.css';

const lookEveryMs = 1000;

/**
 * Asks to reload once the server gives a newer portal, in the foot of the shell: between two tasks, so not while a form
 * has changes or something is being sent.
 */
export function NewVersionBar() {
  const isNew = useStore(newVersion);
  return (
    <div className={cx(styles.away, styles.newVersion)} role="status">
      {isNew && <Question />}
    </div>
  );
}

function Question() {
  const text = useText();
  const isHeld = useHeld();
  const away = useStore(isAway);
  if (isHeld || away) return null;
  return (
    <span>
      <IconRefresh size={16} stroke={1.75} aria-hidden /> {text('kit.newVersion.notice')}
      <button type="button" className={styles.action} onClick={reloadUnlessHeld}>
        {text('kit.newVersion.reload')}
      </button>
    </span>
  );
}

/** Stands in for a screen whose code only the newer version has. */
export function NewVersionState() {
  const text = useText();
  const isHeld = useHeld();
  return (
    <StateBlock
      icon={IconRefresh}
      title={text('kit.newVersion.title')}
      hint={text(isHeld ? 'kit.newVersion.held' : 'kit.newVersion.hint')}
      action={
        <Button variant="filled" disabled={isHeld} onClick={reloadUnlessHeld}>
          {text('kit.newVersion.reload')}
        </Button>
      }
    />
  );
}

function reloadUnlessHeld(): void {
  if (!isPageHeld()) reloadPage();
}

function useHeld(): boolean {
  const [isHeld, setHeld] = useState(isPageHeld);
  useEffect(() => {
    const timer = setInterval(() => setHeld(isPageHeld()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return isHeld;
}
