import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconMailForward } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import type { users } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { useInvite } from './use-invite.ts';

interface InviteDialogProps {
  /** Where he is invited. */
  readonly url: string;
  readonly user: Pick<Row<typeof users>, 'id' | 'fullName' | 'emailAddress'>;
  readonly onClose: () => void;
}

/** Sends somebody a link to choose a password, or shows it once where no mail goes out. */
export function InviteDialog({ url, user, onClose }: InviteDialogProps) {
  const text = useText();
  const invite = useInvite(url);
  const { fullName: name, emailAddress } = user;
  return (
    <Dialog title={text('core.users.inviteTitle', { name })} onClose={onClose}>
      {invite.data === undefined ? (
        <>
          <p>{text('core.users.inviteBody', { name })}</p>
          {invite.error && <Refused error={invite.error} />}
          <DialogButtons>
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
  const clipboard = useClipboard();
  const until = formatInstant(expiresAt);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <>
      <MessageBar meaning={isMailed ? 'ok' : 'info'} isAlert>
        {isMailed
          ? text('core.users.inviteMailed', { email, until })
          : text('core.users.inviteLink', { until })}
      </MessageBar>
      {link !== null && (
        <TextInput
          mt={14}
          label={text('core.users.link')}
          value={link}
          readOnly
          data-monospace
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.close')}</Button>
        {link !== null && (
          <Button
            variant="filled"
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => clipboard.copy(link)}
          >
            <span role="status">{text(clipboard.copied ? 'core.users.copied' : 'core.users.copyLink')}</span>
          </Button>
        )}
      </DialogButtons>
    </>
  );
}

function Refused({ error }: { readonly error: Error }) {
  const text = useText();
  const { title, hint } = errorWords(error, text);
  // The server says whose rights are lacking, or that the mail did not go; that tells more than the kind.
  const detail = error instanceof ProblemError && error.status < 500 ? error.body.detail : undefined;
  return (
    <MessageBar meaning="bad" isAlert title={title}>
      {detail ?? hint}
    </MessageBar>
  );
}
