import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { useReadPackageCodes } from './package-codes.api.ts';
import styles from './deliveries.module.css';

interface PackageCodesImportProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Reads codes of the package from a file; the dialog stays open with what became of it. */
export function PackageCodesImport({ id, onClose }: PackageCodesImportProps) {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const send = useReadPackageCodes(id);
  const lines = fieldErrors(send.error)['file'] ?? [];
  const label = (name: string) => text(`invoicing.packageCodes.${name}`);

  function choose(file: File | undefined) {
    if (file !== undefined) send.mutate(file);
  }
  return (
    <Dialog title={label('import')} onClose={onClose}>
      <p>{label('importHint')}</p>
      {send.data && (
        <MessageBar meaning="ok" isAlert>
          {text('invoicing.packageCodes.changed', { count: send.data.changedCount })}
        </MessageBar>
      )}
      {send.error !== null &&
        (lines.length > 1 ? (
          <MessageBar meaning="bad" isAlert title={label('wrongLines')}>
            <ul className={styles.missing}>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </MessageBar>
        ) : (
          <FailureBar error={send.error} />
        ))}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.txt"
        aria-label={label('file')}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.close')}</Button>
        <Button
          variant="filled"
          loading={send.isPending}
          leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {label('chooseFile')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
