import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import type { users } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { ShownOnce } from '#portal/kit/feedback/shown-once.tsx';
import { useText } from '#portal/kit/text.ts';
import { useInvite, useStartingPassword } from './use-invite.ts';

interface InviteDialogProps {
  /** Address that invites the user. */
  readonly url: string;
  /** Address that gives them a first password instead; absent where only links are given. */
  readonly passwordUrl?: string;
  readonly user: Pick<Row<typeof users>, 'id' | 'fullName' | 'emailAddress'>;
  readonly onClose: () => void;
}

/** Sends somebody a link to choose a password, or shows it once where no mail goes out. */
export function InviteDialog({ url, passwordUrl, user, onClose }: InviteDialogProps) {
  const text = useText();
  const invite = useInvite(url);
  const give = useStartingPassword(passwordUrl ?? '');
  const { fullName: name, emailAddress } = user;
  return (
    <Dialog title={text('core.users.inviteTitle', { name })} onClose={onClose}>
      {give.data !== undefined ? (
        <Given {...give.data} name={name} onClose={onClose} />
      ) : invite.data === undefined ? (
        <>
          <p>{text('core.users.inviteBody', { name })}</p>
          {(give.error ?? invite.error) && <Refused error={give.error ?? invite.error} />}
          <DialogButtons>
            {passwordUrl !== undefined && (
              <Button variant="subtle" mr="auto" loading={give.isPending} onClick={() => give.mutate()}>
                {text('core.users.giveVerb')}
              </Button>
            )}
            <Button onClick={onClose}>{text('kit.cancel')}</Button>
            <Button
              variant="filled"
              data-autofocus
              loading={invite.isPending}
              leftSection={<IconMailForward size={16} stroke={1.75} aria-hidden />}
              onClick={() => invite.mutate()}
            >
              {text('core.users.inviteVerb')}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <Made {...invite.data} email={emailAddress.address} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface MadeProps {
  readonly isMailed: boolean;
  readonly link: string | null;
  readonly expiresAt: string;
  readonly email: string;
  readonly onClose: () => void;
}

function Made({ isMailed, link, expiresAt, email, onClose }: MadeProps) {
  const text = useText();
  const until = formatInstant(expiresAt);
  return (
    <>
      <MessageBar meaning={isMailed ? 'ok' : 'info'} isAlert>
        {isMailed
          ? text('core.users.inviteMailed', { email, until })
          : text('core.users.inviteLink', { until })}
      </MessageBar>
      <ShownOnce
        value={link}
        label={text('core.users.link')}
        verb={text('core.users.copyLink')}
        onClose={onClose}
      />
    </>
  );
}

interface GivenProps {
  readonly password: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Given({ password, name, onClose }: GivenProps) {
  const text = useText();
  return (
    <>
      <MessageBar meaning="info" isAlert>
        {text('core.users.given', { name })}
      </MessageBar>
      <ShownOnce
        value={password}
        label={text('core.users.startingPassword')}
        verb={text('core.users.copyPassword')}
        onClose={onClose}
      />
    </>
  );
}

function Refused({ error }: { readonly error: Error | null }) {
  const text = useText();
  const { title, hint } = errorWords(error, text);
  // The server says whose rights are missing, or that the mail was not sent; that is more specific than the title.
  const detail = error instanceof ProblemError && error.status < 500 ? error.body.detail : undefined;
  return (
    <MessageBar meaning="bad" isAlert title={title}>
      {detail ?? hint}
    </MessageBar>
  );
}
