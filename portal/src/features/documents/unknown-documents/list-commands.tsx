import { ActionIcon, Button } from '@mantine/core';
import { IconFileOff, IconRefresh, IconRegex, IconTextSize, type TablerIcon } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailActions } from '#portal/kit/detail/detail-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { allDocuments } from './document.ts';
import type { useRetry } from './use-retry.ts';
import type { Ticks } from './use-selection.ts';
import { useSetAside } from './use-set-aside.ts';
import styles from './unknown-documents.module.css';

interface ListCommandsProps {
  readonly ticks: Ticks;
  readonly isUnprocessable: boolean;
  readonly retry: ReturnType<typeof useRetry>;
  readonly isFetching: boolean;
}

/** The buttons of product 2.2 above the unknown documents; on a small screen they leave room for the documents. */
export function ListCommands({ ticks, isUnprocessable, retry, isFetching }: ListCommandsProps) {
  const text = useText();
  const may = usePermission();
  const isSmall = useIsSmall();
  const client = useQueryClient();
  const setAside = useSetAside();
  const mayUpdate = may('fmmanagement.documents.update');
  const hasChosen = ticks.ids.length > 0;
  const refresh = {
    label: text('documentsWork.unknown.refresh'),
    icon: IconRefresh,
    kind: 'quiet' as const,
    onClick: () => void invalidateResource(client, allDocuments.path),
  };
  // Customers complete their documents one by one.
  const short = mayUpdate &&
    may('fmmanagement.documents.retry') && {
      label: text('documentsWork.unknown.short'),
      title: text('documentsWork.unknown.shortHint'),
      icon: IconTextSize,
      kind: 'quiet' as const,
      isBusy: setAside.isPending,
      onClick: () => setAside.mutate('short'),
    };
  const readAgain = may('fmmanagement.documents.retry') && {
    label: text('documentsWork.unknown.retry'),
    title: text('documentsWork.unknown.retryHint'),
    icon: IconRegex,
    kind: 'quiet' as const,
    isBusy: retry.isStarting || (retry.run?.isRunning ?? false),
    onClick: () => retry.start({ force: false }),
  };
  const aside = mayUpdate &&
    !isUnprocessable && {
      label: text('documentsWork.unknown.aside'),
      title: text(hasChosen ? 'documentsWork.unknown.asideHint' : 'documentsWork.unknown.chooseFirst'),
      icon: IconFileOff,
      kind: 'default' as const,
      isDisabled: !hasChosen,
      onClick: () => setAside.mutate(ticks.ids, { onSuccess: ticks.none }),
    };

  if (isSmall)
    return (
      <DetailActions
        actions={[
          short,
          readAgain,
          refresh,
          hasChosen && aside && { ...aside, isLoading: setAside.isPending },
        ]}
      />
    );
  return (
    <>
      <Command command={short} />
      <Command command={readAgain} />
      <ActionIcon
        variant="default"
        size={34}
        aria-label={refresh.label}
        title={refresh.label}
        loading={isFetching}
        onClick={refresh.onClick}
      >
        <IconRefresh size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Command command={aside} />
    </>
  );
}

interface CommandProps {
  readonly command:
    | false
    | {
        readonly label: string;
        readonly title: string;
        readonly icon: TablerIcon;
        readonly isBusy?: boolean;
        readonly isDisabled?: boolean;
        readonly onClick: () => void;
      };
}

function Command({ command }: CommandProps) {
  if (!command) return null;
  const { label, title, icon: Icon, isBusy = false, isDisabled = false, onClick } = command;
  return (
    <Button
      className={styles.command ?? ''}
      title={title}
      loading={isBusy}
      disabled={isDisabled}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
