import { Button } from '@mantine/core';
import { IconCircleMinus, IconKeyOff, IconPlus } from '@tabler/icons-react';
import {
  maxServiceKeys,
  type ServiceKey,
  type ServiceKeyKind,
  serviceKeyKinds,
} from '#contract/core/service-accounts.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { useText } from '#portal/kit/text.ts';
import { useSecurity } from '#portal/features/identity/index.ts';
import { rightText } from '../rights/right-text.ts';
import { KeptOnce } from './kept-once.tsx';
import { type ServiceAccountRow, useMakeKey, useRevokeKey } from './use-service-accounts.ts';
import styles from './service-accounts.module.css';

/** A key that was just made: it is shown until somebody says that they kept it. */
export interface NewKey {
  readonly accountId: string;
  readonly key: string;
}

interface KeysProps {
  readonly account: ServiceAccountRow;
  readonly shown: NewKey | undefined;
  readonly onShown: (key: NewKey | undefined) => void;
  readonly mayChange: boolean;
}

const columns: readonly Column<ServiceKey>[] = [
  {
    field: 'hint',
    label: 'core.serviceAccounts.hint',
    small: 'title',
    isMain: true,
    render: ({ hint }) => <span className={styles.code}>{hint}…</span>,
  },
  {
    field: 'createdAt',
    label: 'core.serviceAccounts.createdAt',
    small: 'line',
    render: ({ createdAt, createdBy }) => momentBy(createdAt, createdBy),
  },
  {
    field: 'lastUsedAt',
    label: 'core.serviceAccounts.lastUsedAt',
    width: 160,
    render: ({ lastUsedAt }) => <DateText value={lastUsedAt} />,
  },
  {
    field: 'expiresAt',
    label: 'core.serviceAccounts.expiresAt',
    width: 200,
    small: 'end',
    render: (key) => <Stops of={key} />,
  },
];

/** The keys of a program below its row, and what it may. */
export function ServiceAccountKeys({ account, shown, onShown, mayChange }: KeysProps) {
  const text = useText();
  const { make, revoke } = useKeyVerbs(account, onShown);
  const { keys, permissions, mayApprove } = account;
  const isSignInOurs = useSecurity().data?.isOurs;
  const kinds = serviceKeyKinds.filter((kind) => kind === 'api-key' || isSignInOurs === true).toReversed();
  const isFull = (kind: ServiceKeyKind) => keys.filter((key) => key.kind === kind).length >= maxServiceKeys;
  return (
    <div className={styles.keys}>
      {shown && (
        <KeptOnce
          value={shown.key}
          title={text('core.serviceAccounts.shownTitle')}
          label={text('core.serviceAccounts.newKey')}
          verb={text('core.serviceAccounts.kept')}
          onKept={() => onShown(undefined)}
        />
      )}
      <div className={styles.head}>
        <h3>{text('core.serviceAccounts.keys')}</h3>
        <span className="balie-empty">{text('core.serviceAccounts.keysHint')}</span>
        {mayChange && (
          <span className={styles.actions}>
            {kinds.map((kind) => (
              <Button
                key={kind}
                size="xs"
                disabled={isFull(kind)}
                title={isFull(kind) ? text('core.serviceAccounts.full') : undefined}
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                onClick={() => void make(kind)}
              >
                {text(`core.serviceAccounts.make.${kind}`)}
              </Button>
            ))}
          </span>
        )}
      </div>
      {isSignInOurs === false && <p className={styles.may}>{text('core.serviceAccounts.keysOnly')}</p>}
      <DataTable
        dense
        caption={text('core.serviceAccounts.keys')}
        columns={columns}
        page={loadedRows(keys)}
        empty={<p className="balie-empty">{text('core.serviceAccounts.noKeys')}</p>}
        renderActions={
          mayChange
            ? (key) => (
                <RowAction
                  icon={IconKeyOff}
                  label={text('core.serviceAccounts.revokeName', { hint: key.hint })}
                  onClick={() => void revoke(key)}
                />
              )
            : undefined
        }
      />
      {keys.some(({ kind }) => kind === 'client-secret') && (
        <p className={styles.may}>
          <b>{text('core.serviceAccounts.clientId')}</b> <span className={styles.code}>{account.id}</span>
        </p>
      )}
      <p className={styles.may}>
        <b>{text('core.serviceAccounts.may')}</b>{' '}
        {permissions.map((permission) => rightText(permission, text)).join('; ') ||
          text('core.serviceAccounts.mayNothing')}
      </p>
      <p className={styles.may}>
        <IconCircleMinus size={16} stroke={1.75} aria-hidden />{' '}
        {text(mayApprove ? 'core.serviceAccounts.approvalOn' : 'core.serviceAccounts.approvalOff')}
      </p>
    </div>
  );
}

function Stops({ of: { expiresAt } }: { readonly of: ServiceKey }) {
  const text = useText();
  if (expiresAt === null)
    return <span className="balie-empty">{text('core.serviceAccounts.withAccount')}</span>;
  return (
    <span className={styles.stops}>
      <DateText value={expiresAt} />
    </span>
  );
}

function useKeyVerbs({ id, companyId }: ServiceAccountRow, onShown: (key: NewKey) => void) {
  const text = useText();
  const makeKey = useMakeKey(companyId);
  const revokeKey = useRevokeKey(companyId);
  const showFailure = useFailureDialog();

  async function make(kind: ServiceKeyKind) {
    try {
      const { key } = await makeKey.mutateAsync({ id, kind });
      onShown({ accountId: id, key });
    } catch (error) {
      showFailure(error);
    }
  }

  async function revoke({ id: keyId, hint }: ServiceKey) {
    const isSure = await confirm({
      title: text('core.serviceAccounts.revokeTitle'),
      body: text('core.serviceAccounts.revokeBody', { hint }),
      verb: text('core.serviceAccounts.revoke'),
      isDanger: true,
    });
    if (!isSure) return;
    try {
      await revokeKey.mutateAsync({ id, keyId });
      notify({ title: text('core.serviceAccounts.revoked'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  return { make, revoke };
}
