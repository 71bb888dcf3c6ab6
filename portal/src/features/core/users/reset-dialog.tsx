import { Button } from '@mantine/core';
import { users } from '#contract/core/users.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';

interface ResetDialogProps {
  readonly user: Rec<typeof users>;
  readonly onClose: () => void;
}

/** For a user who lost a device: ends their sessions, and removes their second factor where it was lost too. */
export function ResetDialog({ user, onClose }: ResetDialogProps) {
  const text = useText();
  const { id, companyId, fullName: name } = user;
  const reset = useVerb({
    call: (removesFactor: boolean) => ({
      url: `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}/reset-sign-in`,
      body: { removesFactor },
    }),
    invalidates: [users],
    onSuccess() {
      notify({ title: text('core.users.resetDone', { name }), meaning: 'ok' });
      onClose();
    },
  });
  return (
    <Dialog title={text('core.users.resetTitle', { name })} width={520} onClose={onClose}>
      {reset.error && <FailureBar error={reset.error} />}
      <p>{text('core.users.resetBody')}</p>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button color="red" loading={reset.isPending} onClick={() => reset.mutate(true)}>
          {text('core.users.resetFactor')}
        </Button>
        <Button variant="filled" loading={reset.isPending} onClick={() => reset.mutate(false)}>
          {text('core.users.resetSessions')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
