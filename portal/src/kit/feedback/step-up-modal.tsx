import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../data/error-store.ts';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';
import { FailureBar } from './failure-bar.tsx';

interface StepUpModalProps {
  /** Takes the code that was typed; throws what is wrong with it. */
  readonly send: (code: string) => Promise<void>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for a second factor before a step; a wrong code is said below the field. */
export function StepUpModal({ send, onClose, onDone }: StepUpModalProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [wrong] = fieldErrors(failure)['code'] ?? [];

  async function save() {
    setBusy(true);
    try {
      await send(code.trim());
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
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
          void save();
        }}
      >
        {failure !== undefined && wrong === undefined && <FailureBar error={failure} />}
        <div>{text('kit.stepUp.body')}</div>
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
