import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { QrCode } from '#portal/kit/format/qr-code.tsx';
import { useText } from '#portal/kit/text.ts';
import { useBeginTotp, useConfirmTotp } from './use-security.ts';
import styles from './security.module.css';

interface AddAppDialogProps {
  readonly onClose: () => void;
  /** With the recovery codes, which are shown this once. */
  readonly onAdded: (codes: readonly string[]) => void;
}

/** Adds an app that makes codes: its secret as a picture and as text, and the first code. */
export function AddAppDialog({ onClose, onAdded }: AddAppDialogProps) {
  const text = useText();
  const begin = useBeginTotp();
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const hasBegun = useRef(false);
  const { mutate } = begin;
  useEffect(() => {
    // Once, also where effects run twice: each would make another secret.
    if (!hasBegun.current) mutate();
    hasBegun.current = true;
  }, [mutate]);
  const [wrong] = fieldErrors(confirm.error)['code'] ?? [];
  const failure = begin.error ?? (wrong === undefined ? confirm.error : null);

  async function save() {
    try {
      onAdded((await confirm.mutateAsync(code)).codes);
    } catch {
      // Said in the dialog.
    }
  }

  return (
    <Dialog title={text('identity.security.add')} onClose={onClose} width={480}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure && <FailureBar error={failure} />}
        <p className={styles.line}>{text('identity.security.scan')}</p>
        {begin.data && (
          <>
            <QrCode value={begin.data.uri} className={styles.qr} />
            <p className={styles.line}>
              {text('identity.security.secret')}{' '}
              <code className={styles.secret}>{begin.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </>
        )}
        <TextInput
          label={text('identity.security.code')}
          value={code}
          error={wrong}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          classNames={{ input: styles.code }}
          data-autofocus
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled" loading={confirm.isPending} disabled={code.trim() === ''}>
            {text('identity.security.confirm')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
