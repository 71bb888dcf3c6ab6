import { Button, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';

interface TextDialogProps {
  readonly title: string;
  readonly body: ReactNode;
  readonly label: string;
  /** What to say when nothing is written, translated. */
  readonly missing: string;
  /** Field id under which the server speaks of the text. */
  readonly field: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly maxLength: number;
  readonly onSave: (text: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the words without which a step cannot be taken. What was typed stays when it fails. */
export function TextDialog(props: TextDialogProps) {
  const { title, body, label, missing, field, verb, isDanger = false, maxLength, onSave, onClose } = props;
  const text = useText();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    if (typed.trim() === '') return setWrong(missing);
    setBusy(true);
    try {
      await onSave(typed.trim());
      onClose();
    } catch (error) {
      const [sentence] = fieldErrors(error)[field] ?? [];
      setWrong(sentence);
      setFailure(sentence === undefined ? error : undefined);
      setBusy(false);
    }
  }
  useKeys([{ keys: 'mod+Enter', run: () => void save(), inDialog: true }]);

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        style={{ display: 'grid', gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure !== undefined && <Failure failure={failure} />}
        <div>{body}</div>
        <Textarea
          label={label}
          error={wrong}
          data-autofocus
          rows={4}
          maxLength={maxLength}
          value={typed}
          onChange={({ currentTarget }) => {
            setWrong(undefined);
            setTyped(currentTarget.value);
          }}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} {...(isDanger ? { color: 'red' } : {})}>
            {verb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Failure({ failure }: { readonly failure: unknown }) {
  const { title, hint } = errorWords(failure, useText());
  return (
    <MessageBar meaning="bad" title={title} isAlert>
      {hint}
    </MessageBar>
  );
}
