import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';

interface ShownOnceProps {
  /** Null where there is nothing to copy after all: only the close button is shown. */
  readonly value: string | null;
  /** Translated. */
  readonly label: string;
  /** 'Link kopiëren', translated. */
  readonly verb: string;
  readonly onClose: () => void;
}

/** The end of a dialog that shows a secret once, with buttons to copy it and to close. */
export function ShownOnce({ value, label, verb, onClose }: ShownOnceProps) {
  const text = useText();
  const clipboard = useClipboard();
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <>
      {value !== null && (
        <TextInput
          mt={14}
          label={label}
          value={value}
          readOnly
          data-monospace
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.close')}</Button>
        {value !== null && (
          <Button
            variant="filled"
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => clipboard.copy(value)}
          >
            <span role="status">{clipboard.copied ? text('kit.copied') : verb}</span>
          </Button>
        )}
      </DialogButtons>
    </>
  );
}
