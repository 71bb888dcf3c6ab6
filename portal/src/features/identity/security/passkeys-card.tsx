import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Passkey } from '#contract/identity/security.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { hasPasskeys, knowsRelatedOrigins, makePasskey } from '#portal/kit/passkey.ts';
import { useText } from '#portal/kit/text.ts';
import { deviceName } from './device-name.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { useBeginPasskey, useKeepPasskey, useRemovePasskey, useRenamePasskey } from './use-security.ts';
import styles from './security.module.css';

/** The passkeys of the person: add, name, remove. */
export function PasskeysCard({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const text = useText();
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { add, rename, remove } = usePasskeyVerbs();
  const canAdd = hasPasskeys();

  return (
    <Card
      title={text('identity.security.passkey.title')}
      count={passkeys.length}
      actions={
        canAdd && (
          <Button
            size="compact-sm"
            variant="filled"
            leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {text('identity.security.passkey.add')}
          </Button>
        )
      }
    >
      {!canAdd && <p className={styles.line}>{text('identity.security.passkey.unable')}</p>}
      {passkeys.length === 0 ? (
        <p className={styles.line}>{text('identity.security.passkey.why')}</p>
      ) : (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      )}
      {passkeys.length > 0 && passkeys.every(({ host }) => host === null) && (
        <p className={styles.note}>{text('identity.security.passkey.everywhere')}</p>
      )}
      {isAdding && (
        <PasskeyNameDialog
          title={text('identity.security.passkey.add')}
          why={text('identity.security.passkey.how')}
          name={deviceName(navigator.userAgent, text)}
          verb={text('identity.security.passkey.addVerb')}
          save={async (name) => {
            const made = await add(name);
            setAdding(false);
            setCodes(made);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {renaming && (
        <PasskeyNameDialog
          title={text('identity.security.passkey.rename')}
          name={renaming.name}
          verb={text('kit.save')}
          save={async (name) => {
            await rename(renaming.id, name);
            setRenaming(undefined);
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({
  passkey: { name, host, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: PasskeyItemProps) {
  const text = useText();
  return (
    <li>
      <IconFingerprint size={20} stroke={1.75} aria-hidden />
      <span className={styles.device}>
        <strong>{name}</strong>
        <span className="balie-empty">
          {text('identity.security.since')} <DateText value={createdAt} dayOnly />
          {host !== null && `, ${text('identity.security.passkey.on', { host })}`}
        </span>
        <span className="balie-empty">
          {lastUsedAt === null ? (
            text('identity.security.passkey.unused')
          ) : (
            <>
              {text('identity.security.passkey.lastUsed')} <DateText value={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text('identity.security.passkey.actions', { name })}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={onRename}>
            {text('identity.security.passkey.rename')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={onRemove}
          >
            {text('identity.security.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function usePasskeyVerbs() {
  const text = useText();
  const begin = useBeginPasskey();
  const keep = useKeepPasskey();
  const renamePasskey = useRenamePasskey();
  const removePasskey = useRemovePasskey();
  const showFailure = useFailureDialog();

  return {
    /** Answers recovery codes where it is the first second factor. */
    async add(name: string): Promise<readonly string[] | null> {
      const asked = await begin.mutateAsync(await knowsRelatedOrigins());
      const { codes } = await keep.mutateAsync({ name, passkey: await makePasskey(asked) });
      notify({ title: text('identity.security.passkey.added'), meaning: 'ok' });
      return codes;
    },
    rename: (id: string, name: string) => renamePasskey.mutateAsync({ id, name }),
    async remove({ id, name }: Passkey) {
      const isSure = await confirm({
        title: text('identity.security.passkey.removeTitle', { name }),
        body: text('identity.security.passkey.removeBody'),
        verb: text('identity.security.remove'),
        isDanger: true,
      });
      if (!isSure) return;
      try {
        await removePasskey.mutateAsync(id);
        notify({ title: text('identity.security.passkey.removed'), meaning: 'ok' });
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
