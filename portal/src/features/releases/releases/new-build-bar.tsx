import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useState } from 'react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useText } from '#portal/kit/text.ts';
import { useNewBuild } from './release.ts';
import { useMakeRelease } from './use-make-release.ts';
import styles from './releases.module.css';

/**
 * Says that there is a new build, and makes a release of it after asking; then that release opens (product 2.2). Who
 * dismisses it sees it again on this device with the next build.
 */
export function NewBuildBar() {
  const text = useText();
  const { user } = useSessionState();
  const key = `balie.dismissedBuild.${user.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key));
  const { data: build } = useNewBuild();
  const { make, isPending } = useMakeRelease();
  if (build === null || build === undefined || build.id === dismissed) return null;
  const { id, version, build: number } = build;

  function dismiss() {
    localStorage.setItem(key, id);
    setDismissed(id);
  }

  return (
    <div className={styles.bar}>
      <MessageBar
        meaning="info"
        icon={IconRocket}
        title={text('releases.releases.newBuild', { version, build: number })}
        actions={
          <>
            <Button size="xs" loading={isPending} onClick={() => void make(build)}>
              {text('releases.releases.create')}
            </Button>
            <Button size="xs" variant="default" onClick={dismiss}>
              {text('releases.releases.dismissBuild')}
            </Button>
          </>
        }
      >
        {text('releases.releases.newBuildHint')}
      </MessageBar>
    </div>
  );
}
