import { Button } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './upload.module.css';

const { useList } = resourceHooks(unknownDocuments);

/** How many of the customer's own documents could not be read, until each was completed or removed. */
export function ToCompleteBar() {
  const text = useText();
  const pathTo = usePathTo();
  const count = useList({ top: 1 }, {}).data?.metadata.count ?? 0;
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
