import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './security.module.css';

interface PasskeyNameDialogProps {
  readonly title: string;
  readonly why?: string;
  readonly name: string;
  readonly verb: string;
  /** Throws what went wrong; a refusal of the browser as a `DOMException`. */
  readonly save: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a passkey, a new one or one that is there. */
export function PasskeyNameDialog({ title, why, name: before, verb, save, onClose }: PasskeyNameDialogProps) {
  const text = useText();
  const [name, setName] = useState(before);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [wrong] = fieldErrors(failure)['name'] ?? [];
  const refused = failure instanceof DOMException ? failure.name : null;

  async function submit() {
    setBusy(true);
    setFailure(undefined);
    try {
      await save(name.trim());
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {refused !== null && (
          <MessageBar meaning="bad">
            {text(
              refused === 'InvalidStateError'
                ? 'identity.security.passkey.there'
                : 'identity.security.passkey.notMade',
            )}
          </MessageBar>
        )}
        {failure !== undefined && refused === null && wrong === undefined && <FailureBar error={failure} />}
        {why !== undefined && <p className={styles.line}>{why}</p>}
        <TextInput
          label={text('identity.security.passkey.name')}
          value={name}
          error={wrong}
          maxLength={60}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={name.trim() === ''}>
            {verb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
