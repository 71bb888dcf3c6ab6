import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useFailureNotice } from '#portal/kit/feedback/use-failure.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { releaseHooks, useNewBuild } from './release.ts';
import styles from './releases.module.css';

/** Says that there is a new build, and makes a release of it after asking; then that release opens (product 2.2). */
export function NewBuildBar() {
  const text = useText();
  const go = useGo();
  const showFailure = useFailureNotice();
  const { data: build } = useNewBuild();
  const create = releaseHooks.useCreate({});
  if (build === null || build === undefined) return null;
  const { version, build: number } = build;

  async function make() {
    const verb = text('releases.releases.create');
    if (!(await confirm({ title: verb, body: text('releases.releases.createQuestion'), verb }))) return;
    try {
      const { id } = await create.mutateAsync({ version, build: number });
      go('releases:detail', { releaseId: id });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <div className={styles.bar}>
      <MessageBar
        meaning="info"
        icon={IconRocket}
        title={text('releases.releases.newBuild', { version, build: number })}
        actions={
          <Button size="xs" loading={create.isPending} onClick={() => void make()}>
            {text('releases.releases.create')}
          </Button>
        }
      >
        {text('releases.releases.newBuildHint')}
      </MessageBar>
    </div>
  );
}
