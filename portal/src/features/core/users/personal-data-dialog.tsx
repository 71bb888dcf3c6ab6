import { Button } from '@mantine/core';
import { users } from '#contract/core/users.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './personal-data.module.css';

interface PersonalDataDialogProps {
  readonly user: Rec<typeof users>;
  readonly onClose: () => void;
}

/** What is kept of a user: taken along as a file, or erased of who is switched off (§A21). */
export function PersonalDataDialog({ user, onClose }: PersonalDataDialogProps) {
  const text = useText();
  const may = usePermission();
  const { id, companyId, fullName: name, active } = user;
  const url = `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}`;
  const { save, isLoading } = useDownload();
  const erase = useVerb({
    call: () => ({ url: `${url}/erase` }),
    invalidates: [users],
    onSuccess() {
      notify({ title: text('core.users.data.erased', { name }), meaning: 'ok' });
      onClose();
    },
  });

  async function ask() {
    const isSure = await confirm({
      title: text('core.users.data.eraseTitle', { name }),
      body: text('core.users.data.cannotUndo'),
      verb: text('core.users.data.erase'),
      isDanger: true,
    });
    if (isSure) erase.mutate();
  }

  return (
    <Dialog title={text('core.users.data.title', { name })} width={560} onClose={onClose}>
      <div className={styles.parts}>
        {erase.error && <FailureBar error={erase.error} />}
        <p>{text('core.users.data.exportBody')}</p>
        {may('core.users.delete') &&
          (active ? (
            <MessageBar meaning="info">{text('core.users.data.activeFirst')}</MessageBar>
          ) : (
            <>
              <MessageBar meaning="warn">{text('core.users.data.cannotUndo')}</MessageBar>
              <section>
                <h3>{text('core.users.data.goesTitle')}</h3>
                <p>{text('core.users.data.goes')}</p>
              </section>
              <section>
                <h3>{text('core.users.data.staysTitle')}</h3>
                <p>{text('core.users.data.stays')}</p>
              </section>
            </>
          ))}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        {may('core.users.delete') && !active && (
          <Button color="red" loading={erase.isPending} onClick={() => void ask()}>
            {text('core.users.data.erase')}
          </Button>
        )}
        <Button
          variant="filled"
          loading={isLoading}
          onClick={() => void save(`${url}/personal-data`, 'persoonsgegevens.json')}
        >
          {text('core.users.data.export')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
