import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  passkeyRequestAnswer,
  securityAnswer,
  securityPath,
  stepUpPasskeyAskPath,
  stepUpPasskeyPath,
  stepUpPath,
} from '#contract/identity/security.ts';
import { fieldErrors } from '../data/error-store.ts';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { hasPasskeys, knowsRelatedOrigins, showPasskey } from '../passkey.ts';
import { useText } from '../text.ts';
import type { StepUpHttp } from './dialog-store.ts';
import { FailureBar } from './failure-bar.tsx';
import { MessageBar } from './message-bar.tsx';

interface StepUpModalProps {
  readonly http: StepUpHttp;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for a second factor before a step: a passkey, or a code; a wrong code is said below the field. */
export function StepUpModal({ http, onClose, onDone }: StepUpModalProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const mayShow = useHasPasskey(http);
  const wasNotShown = failure instanceof DOMException;
  const [wrong] = fieldErrors(failure)['code'] ?? [];

  async function go(send: () => Promise<void>) {
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  async function sendPasskey() {
    const body = { related: await knowsRelatedOrigins() };
    const asked = await http.call(stepUpPasskeyAskPath, passkeyRequestAnswer, { method: 'POST', body });
    const passkey = await showPasskey(asked.result);
    await http.send(stepUpPasskeyPath, { method: 'POST', body: { passkey } });
  }

  return (
    <Dialog title={text('kit.stepUp.title')} width={400} onClose={onClose}>
      <form
        noValidate
        style={{ display: 'grid', gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          // The form around this dialog, in the tree of React, is not sent along.
          event.stopPropagation();
          void go(() => http.send(stepUpPath, { method: 'POST', body: { code: code.trim() } }));
        }}
      >
        {wasNotShown && <MessageBar meaning="bad">{text('kit.stepUp.notShown')}</MessageBar>}
        {failure !== undefined && !wasNotShown && wrong === undefined && <FailureBar error={failure} />}
        <div>{text(mayShow ? 'kit.stepUp.bodyPasskey' : 'kit.stepUp.body')}</div>
        {mayShow && (
          <Button
            leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
            disabled={isBusy}
            onClick={() => void go(sendPasskey)}
          >
            {text('kit.stepUp.passkey')}
          </Button>
        )}
        <TextInput
          label={text('kit.stepUp.label')}
          value={code}
          error={wrong}
          autoComplete="one-time-code"
          maxLength={20}
          data-autofocus
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={code.trim() === ''}>
            {text('kit.stepUp.verb')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

// Who has none sees no button for one; a code is always possible.
function useHasPasskey(http: StepUpHttp): boolean {
  const [mayShow, setMayShow] = useState(false);
  useEffect(() => {
    if (!hasPasskeys()) return;
    http.call(securityPath, securityAnswer).then(
      ({ result }) => setMayShow(result.passkeys.length > 0),
      () => undefined,
    );
  }, [http]);
  return mayShow;
}
