import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { ownPersonalDataPath } from '#contract/core/users.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './security.module.css';

/** What is kept of the person who looks, as a file. */
export function DataCard() {
  const text = useText();
  const { save, isLoading } = useDownload();
  return (
    <Card
      title={text('identity.security.data.title')}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          loading={isLoading}
          onClick={() => void save(ownPersonalDataPath, 'persoonsgegevens.json')}
        >
          {text('identity.security.data.export')}
        </Button>
      }
    >
      <p className={styles.line}>{text('identity.security.data.body')}</p>
    </Card>
  );
}
