import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';
import { DirectoryStepUpModal } from './directory-step-up-modal.tsx';
import { StepUpModal } from './step-up-modal.tsx';
import { answer, type OpenDialog, type Question, type Refusal, type Telling } from './dialog-store.ts';
import styles from './feedback.module.css';

/** Draws the dialog that waits for an answer. A chunk of its own: most pages never ask. */
export function Dialogs({ dialog }: { readonly dialog: OpenDialog }) {
  const close = () => answer(dialog, false);
  switch (dialog.kind) {
    case 'question':
      return <ConfirmModal question={dialog.question} onAnswer={(isYes) => answer(dialog, isYes)} />;
    case 'telling':
      return <TellingModal telling={dialog.telling} onClose={close} />;
    case 'refusal':
      return <RefusedModal refusal={dialog.refusal} onClose={close} />;
    case 'step-up':
      return <StepUpModal http={dialog.http} onClose={close} onDone={() => answer(dialog, true)} />;
    case 'step-up-directory':
      return <DirectoryStepUpModal http={dialog.http} onClose={close} onDone={() => answer(dialog, true)} />;
  }
}

/** Asks before what cannot be undone. */
function ConfirmModal({ question, onAnswer }: { question: Question; onAnswer: (isYes: boolean) => void }) {
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

interface MessageModalProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly body: ReactNode;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Says something that can only be closed. */
function MessageModal({ icon, title, body, width = 440, onClose, children }: MessageModalProps) {
  const text = useText();
  return (
    <Dialog
      isQuestion
      hasCross={false}
      onClose={onClose}
      width={width}
      title={
        <span className={styles.dialogTitle}>
          {icon}
          {title}
        </span>
      }
    >
      {body !== undefined && <div className={styles.dialogBody}>{body}</div>}
      {children}
      <DialogButtons>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function TellingModal({ telling, onClose }: { telling: Telling; onClose: () => void }) {
  const { title, body, meaning } = telling;
  const Icon = meaning === 'ok' ? IconCircleCheck : IconAlertCircle;
  const icon = <Icon size={20} stroke={1.75} aria-hidden style={{ color: `var(--balie-${meaning})` }} />;
  return <MessageModal icon={icon} title={title} body={body} width={400} onClose={onClose} />;
}

/** Says why a delete was refused, the first five records that use it, and how many more there are. */
function RefusedModal({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const text = useText();
  const { title, body, count, first } = refusal;
  const others = count - first.length;
  return (
    <MessageModal
      icon={<IconLock size={18} stroke={1.75} aria-hidden />}
      title={title}
      body={body ?? text('kit.refused.body', { count })}
      onClose={onClose}
    >
      {first.length > 0 && (
        <ul className={styles.usedBy}>
          {first.map(({ resource, id, kind, name }) => (
            <li key={`${resource}/${id}`}>{[kind, name].filter(Boolean).join(' ')}</li>
          ))}
          {others > 0 && <li className={styles.others}>{text('kit.refused.others', { count: others })}</li>}
        </ul>
      )}
    </MessageModal>
  );
}
