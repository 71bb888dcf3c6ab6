import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  stepUpDirectoryAnswer,
  stepUpDirectoryPath,
  stepUpStateAnswer,
  type StepUpState,
} from '#contract/identity/security.ts';
import { Dialog, DialogButtons } from '../dialog/dialog.tsx';
import { useText } from '../text.ts';
import type { StepUpHttp } from './dialog-store.ts';
import { FailureBar } from './failure-bar.tsx';
import { MessageBar } from './message-bar.tsx';

interface DirectoryStepUpModalProps {
  readonly http: StepUpHttp;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const askEveryMs = 1500;

/**
 * Asks for a second factor at the directory of the company, in a tab of its own: what stands on this page stays. It waits
 * for what the directory says of it.
 */
export function DirectoryStepUpModal({ http, onClose, onDone }: DirectoryStepUpModalProps) {
  const text = useText();
  const [round, setRound] = useState(0);
  return (
    <Dialog title={text('kit.stepUp.directory.title')} width={440} onClose={onClose}>
      <Round key={round} {...{ http, onClose, onDone }} onAgain={() => setRound(round + 1)} />
    </Dialog>
  );
}

/** One way there and back. */
function Round({
  http,
  onClose,
  onDone,
  onAgain,
}: DirectoryStepUpModalProps & { readonly onAgain: () => void }) {
  const text = useText();
  const [url, setUrl] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [state, setState] = useState<StepUpState>('waiting');

  // Begun before the click: a link opens a tab everywhere, a script after an answer does not.
  useEffect(() => {
    let isCurrent = true;
    http.call(stepUpDirectoryPath, stepUpDirectoryAnswer, { method: 'POST' }).then(
      ({ result }) => isCurrent && setUrl(result.url),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [http]);

  const isWaiting = url !== undefined && state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      // One that fails is asked again: the person is in the other tab.
      http.call(stepUpDirectoryPath, stepUpStateAnswer).then(
        ({ result }) => (result.state === 'done' ? onDone() : setState(result.state)),
        () => undefined,
      );
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [http, isWaiting, onDone]);

  return (
    <>
      {failure !== undefined && <FailureBar error={failure} />}
      {state !== 'waiting' && <MessageBar meaning="bad">{text(`kit.stepUp.directory.${state}`)}</MessageBar>}
      <div>{text('kit.stepUp.directory.body')}</div>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        {state === 'waiting' && failure === undefined ? (
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener"
            variant="filled"
            data-autofocus
            loading={url === undefined}
            leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
          >
            {text('kit.stepUp.directory.verb')}
          </Button>
        ) : (
          <Button variant="filled" onClick={onAgain}>
            {text('kit.stepUp.directory.again')}
          </Button>
        )}
      </DialogButtons>
    </>
  );
}
