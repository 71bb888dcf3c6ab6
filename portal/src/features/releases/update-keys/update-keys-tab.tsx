import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { updateKeys } from '#contract/releases/updates.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useFailureNotice } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { KeyShown, UpdateKeyForm } from './update-key-form.tsx';
import { updateKeyHooks, useRotateKey, type UpdateKey, type UpdateKeyRow } from './use-update-keys.ts';
import styles from './update-keys.module.css';

const columns = columnsFor(
  updateKeys,
  [
    { field: 'name', small: 'title' },
    { field: 'hint', width: 150, small: 'line', render: ({ hint }) => <Hint hint={hint} /> },
    { field: 'createdAt', width: 160, small: 'line' },
    { field: 'createdBy', width: '18%' },
    {
      field: 'lastUsedAt',
      width: 160,
      small: 'end',
      render: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
    },
  ],
  'releases.updateKeys',
);

/** The keys with which a customer's clients ask for updates: created, shown once, replaced, withdrawn. */
export function UpdateKeysTab() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const rows = useRows(updateKeys, { companyId });
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<UpdateKey>();
  const { rotate, revoke } = useKeyVerbs(companyId, setShown);
  const mayChange = may('fm.updatekeys.create') && may('fm.updatekeys.delete');
  return (
    <>
      <ResourceList
        place="tab"
        {...rows}
        columns={columns}
        texts="releases.updateKeys"
        search={null}
        create={may('fm.updatekeys.create') && { onClick: () => setMaking(true) }}
        renderActions={
          may('fm.updatekeys.delete')
            ? (row) => (
                <>
                  {mayChange && (
                    <RowAction
                      icon={IconRefresh}
                      label={text('releases.updateKeys.rotateName', { name: row.name })}
                      onClick={() => void rotate(row)}
                    />
                  )}
                  <RowAction
                    icon={IconTrash}
                    label={text('releases.updateKeys.revokeName', { name: row.name })}
                    onClick={() => void revoke(row)}
                  />
                </>
              )
            : undefined
        }
        empty={{ icon: IconKey }}
      />
      {isMaking && <UpdateKeyForm companyId={companyId} onMade={setShown} onClose={() => setMaking(false)} />}
      {shown?.key !== undefined && (
        <KeyShown name={shown.name} value={shown.key} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

function useKeyVerbs(companyId: string, onShown: (key: UpdateKey) => void) {
  const text = useText();
  const rotateKey = useRotateKey(companyId);
  const removeKey = updateKeyHooks.useRemove({ companyId });
  const showFailure = useFailureNotice();

  async function rotate({ id, name }: UpdateKeyRow) {
    const body = text('releases.updateKeys.rotateBody', { name });
    const verb = text('releases.updateKeys.rotate');
    if (!(await confirm({ title: text('releases.updateKeys.rotateTitle'), body, verb, isDanger: true })))
      return;
    try {
      onShown(await rotateKey.mutateAsync(id));
    } catch (error) {
      showFailure(error);
    }
  }

  async function revoke({ id, name }: UpdateKeyRow) {
    const body = text('releases.updateKeys.revokeBody', { name });
    const verb = text('releases.updateKeys.revoke');
    if (!(await confirm({ title: text('releases.updateKeys.revokeTitle'), body, verb, isDanger: true })))
      return;
    try {
      await removeKey.mutateAsync(id);
      notify({ title: text('releases.updateKeys.revoked'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  return { rotate, revoke };
}

function Hint({ hint }: { readonly hint: string }) {
  return <span className={styles.code}>…{hint}</span>;
}

function LastUsed({ at }: { readonly at: string | null }) {
  const text = useText();
  if (at === null) return <span className="balie-empty">{text('releases.updateKeys.never')}</span>;
  return <DateText value={at} />;
}
