import { Button, Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { fieldErrors } from '../data/error-store.ts';
import { FailureBar } from '../feedback/failure-bar.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { Dialog, DialogButtons } from './dialog.tsx';

interface TextDialogProps {
  readonly title: string;
  readonly body: ReactNode;
  readonly label: string;
  /** Field id of the text: its errors are shown below it, also when nothing is written. */
  readonly field: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly maxLength: number;
  /** What else is asked, below the text, which it may show. */
  readonly children?: ReactNode | ((typed: string) => ReactNode);
  /** Whether that is right; where it is not, nothing is saved. */
  readonly isReady?: () => boolean;
  readonly onSave: (text: string) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Asks for the text that a step requires. What was typed stays when saving fails, and what is wrong takes the focus.
 *
 * @example
 * <TextDialog title={…} body={…} label={…} field="reason" verb={…} maxLength={1000} onSave={save} onClose={close} />
 */
export function TextDialog(props: TextDialogProps) {
  const { title, body, label, field, verb, isDanger = false, maxLength, onSave, onClose } = props;
  const { children, isReady } = props;
  const text = useText();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  function refuse(sentence: string | undefined) {
    setWrong(sentence);
    if (sentence !== undefined) input.current?.focus();
  }

  async function save() {
    if (isBusy) return;
    if (typed.trim() === '') return refuse(text(`contract.field.${field}.required`));
    if (isReady?.() === false) return;
    setBusy(true);
    try {
      await onSave(typed.trim());
      onClose();
    } catch (error) {
      const [sentence] = fieldErrors(error)[field] ?? [];
      refuse(sentence);
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
        {failure !== undefined && <FailureBar error={failure} />}
        <div>{body}</div>
        <Textarea
          ref={input}
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
        {typeof children === 'function' ? children(typed.trim()) : children}
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
