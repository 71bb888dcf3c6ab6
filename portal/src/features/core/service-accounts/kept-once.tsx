import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';

interface KeptOnceProps {
  readonly value: string;
  /** 'Nieuwe sleutel. U ziet hem alleen nu.', translated. */
  readonly title: string;
  /** What the value is called, translated. */
  readonly label: string;
  /** 'Ik heb hem bewaard', translated. */
  readonly verb: string;
  readonly onKept: () => void;
}

/** A secret in its place, until the person says that they kept it. */
export function KeptOnce({ value, title, label, verb, onKept }: KeptOnceProps) {
  const text = useText();
  const clipboard = useClipboard();
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <MessageBar
      meaning="warn"
      icon={IconKey}
      isAlert
      title={title}
      actions={
        <>
          <Button
            size="compact-sm"
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => clipboard.copy(value)}
          >
            <span role="status">{text(clipboard.copied ? 'kit.copied' : 'core.serviceAccounts.copy')}</span>
          </Button>
          <Button size="compact-sm" onClick={onKept}>
            {verb}
          </Button>
        </>
      }
    >
      <TextInput
        aria-label={label}
        value={value}
        readOnly
        data-monospace
        onFocus={(event) => event.currentTarget.select()}
      />
    </MessageBar>
  );
}
