import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconLock } from '@tabler/icons-react';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';
import type { OpenDialog, Question, Refusal, Telling } from './dialog-store.ts';
import styles from './feedback.module.css';

/** Draws the dialog that waits for an answer. A chunk of its own: most pages never ask. */
export function Dialogs({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'question':
      return <ConfirmModal question={dialog.question} onAnswer={dialog.answer} />;
    case 'telling':
      return <TellingModal telling={dialog.telling} onClose={dialog.answer} />;
    case 'refusal':
      return <RefusedModal refusal={dialog.refusal} onClose={dialog.answer} />;
  }
}

/** Asks before what cannot be undone. */
function ConfirmModal({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const text = useText();
  const { title, body, verb, isDanger = false } = question;
  return (
    <Dialog isQuestion hasCross={false} title={title} width={400} onClose={() => onAnswer(false)}>
      {body !== undefined && <div className={styles.dialogBody}>{body}</div>}
      <DialogButtons>
        <Button data-autofocus={isDanger || undefined} onClick={() => onAnswer(false)}>
          {text('kit.cancel')}
        </Button>
        <Button
          variant="filled"
          {...(isDanger ? { color: 'red' } : {})}
          data-autofocus={!isDanger || undefined}
          onClick={() => onAnswer(true)}
        >
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function TellingModal({ telling, onClose }: { telling: Telling; onClose: () => void }) {
  const text = useText();
  const Icon = telling.meaning === 'ok' ? IconCircleCheck : IconAlertCircle;
  return (
    <Dialog
      isQuestion
      hasCross={false}
      onClose={onClose}
      width={400}
      title={
        <span className={styles.dialogTitle}>
          <Icon size={20} stroke={1.75} aria-hidden style={{ color: `var(--balie-${telling.meaning})` }} />
          {telling.title}
        </span>
      }
    >
      {telling.body !== undefined && <div className={styles.dialogBody}>{telling.body}</div>}
      <DialogButtons>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Says why a delete was refused, the first five that use it, and the way out. */
function RefusedModal({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const text = useText();
  const { title, body, count, first } = refusal;
  const others = count - first.length;
  return (
    <Dialog
      isQuestion
      hasCross={false}
      onClose={onClose}
      title={
        <span className={styles.dialogTitle}>
          <IconLock size={18} stroke={1.75} aria-hidden />
          {title}
        </span>
      }
    >
      <div className={styles.dialogBody}>{body ?? text('kit.refused.body', { count })}</div>
      {first.length > 0 && (
        <ul className={styles.usedBy}>
          {first.map((one) => (
            <li key={`${one.resource}/${one.id}`}>{[one.kind, one.name].filter(Boolean).join(' ')}</li>
          ))}
          {others > 0 && <li className={styles.others}>{text('kit.refused.others', { count: others })}</li>}
        </ul>
      )}
      <DialogButtons>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
