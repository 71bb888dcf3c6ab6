import { ActionIcon, Button } from '@mantine/core';
import { IconFileOff, IconRefresh, IconRegex, IconTextSize } from '@tabler/icons-react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailActions } from '#portal/kit/detail/detail-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import styles from './unknown.module.css';
import { useDocumentVerbs } from './document.ts';
import type { useBulk } from './use-bulk.ts';
import type { useRetry } from './use-retry.ts';
import type { Ticks } from './use-selection.ts';

interface ListCommandsProps {
  readonly ticks: Ticks;
  readonly isAside: boolean;
  readonly bulk: ReturnType<typeof useBulk>;
  readonly retry: ReturnType<typeof useRetry>;
  readonly isFetching: boolean;
}

/** The buttons of product 2.2 above the unknown documents; on a small screen they leave room for the documents. */
export function ListCommands({ ticks, isAside, bulk, retry, isFetching }: ListCommandsProps) {
  const text = useText();
  const may = usePermission();
  const isSmall = useIsSmall();
  const verbs = useDocumentVerbs();
  const [mayUpdate, mayRetry] = [may('fmmanagement.documents.update'), may('fmmanagement.documents.retry')];
  const setShortAside = () => bulk.run(verbs.setShortAside);
  const setAside = () => bulk.run(() => verbs.setAside(ticks.ids), ticks.none);
  const readAgain = () => retry.start({ force: false });
  const isReading = retry.isStarting || (retry.run?.isRunning ?? false);
  const hasChosen = ticks.ids.length > 0;

  if (isSmall) {
    return (
      <DetailActions
        actions={[
          mayUpdate && {
            label: text('documentsWork.unknown.short'),
            icon: IconTextSize,
            kind: 'quiet',
            onClick: setShortAside,
          },
          mayRetry && {
            label: text('documentsWork.unknown.retry'),
            icon: IconRegex,
            kind: 'quiet',
            onClick: readAgain,
          },
          {
            label: text('documentsWork.unknown.refresh'),
            icon: IconRefresh,
            kind: 'quiet',
            onClick: () => void verbs.refresh(),
          },
          mayUpdate &&
            !isAside &&
            hasChosen && {
              label: text('documentsWork.unknown.aside'),
              icon: IconFileOff,
              kind: 'default',
              onClick: setAside,
              isLoading: bulk.isBusy,
            },
        ]}
      />
    );
  }
  return (
    <>
      {mayUpdate && (
        <Button
          className={styles.command ?? ''}
          title={text('documentsWork.unknown.shortHint')}
          loading={bulk.isBusy}
          leftSection={<IconTextSize size={16} stroke={1.75} aria-hidden />}
          onClick={setShortAside}
        >
          {text('documentsWork.unknown.short')}
        </Button>
      )}
      {mayRetry && (
        <Button
          className={styles.command ?? ''}
          title={text('documentsWork.unknown.retryHint')}
          loading={isReading}
          leftSection={<IconRegex size={16} stroke={1.75} aria-hidden />}
          onClick={readAgain}
        >
          {text('documentsWork.unknown.retry')}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text('documentsWork.unknown.refresh')}
        title={text('documentsWork.unknown.refresh')}
        loading={isFetching}
        onClick={() => void verbs.refresh()}
      >
        <IconRefresh size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {mayUpdate && !isAside && (
        <Button
          className={styles.command ?? ''}
          disabled={!hasChosen}
          title={text(hasChosen ? 'documentsWork.unknown.asideHint' : 'documentsWork.unknown.chooseFirst')}
          leftSection={<IconFileOff size={16} stroke={1.75} aria-hidden />}
          onClick={setAside}
        >
          {text('documentsWork.unknown.aside')}
        </Button>
      )}
    </>
  );
}
