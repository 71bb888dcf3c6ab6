import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './security.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes, this once: to copy, to print, or as a file. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = useText();
  const clipboard = useClipboard();
  const lines = codes.join('\n');
  return (
    <Dialog title={text('identity.security.recovery')} onClose={onClose} width={480}>
      <MessageBar meaning="warn" isAlert>
        {text('identity.security.codesOnce')}
      </MessageBar>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button
          size="compact-sm"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => clipboard.copy(lines)}
        >
          <span role="status">{text(clipboard.copied ? 'kit.copied' : 'identity.security.copy')}</span>
        </Button>
        <Button
          size="compact-sm"
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          {text('identity.security.print')}
        </Button>
        <Button
          size="compact-sm"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
          download="balie-herstelcodes.txt"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {text('identity.security.download')}
        </Button>
      </div>
      <DialogButtons>
        <Button variant="filled" onClick={onClose}>
          {text('identity.security.kept')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
