import { Button } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { toCompleteHooks, toCompleteQuery } from './ask-uploads.ts';
import styles from './upload.module.css';

/** How many of the customer's own documents could not be read, until each was completed or removed. */
export function ToCompleteBar() {
  const text = useText();
  const pathTo = usePathTo();
  const count = toCompleteHooks.useList(toCompleteQuery, {}).data?.metadata.count ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.toComplete}>
      <MessageBar
        meaning="warn"
        icon={IconFileUnknown}
        actions={
          <Button size="xs" component={Link} to={pathTo('documents:index')}>
            {text('documents.toComplete.open')}
          </Button>
        }
      >
        {text('documents.toComplete.count', { count })}
      </MessageBar>
    </div>
  );
}
