import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { IdentityProviderView } from '#contract/core/identity-provider.ts';
import { cx } from '#portal/kit/cx.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './identity-provider.module.css';
import { IdentityProviderForm } from './identity-provider-form.tsx';
import { useIdentityProvider, useProveDomain, useRemoveProvider } from './use-identity-provider.ts';

type Domain = IdentityProviderView['domains'][number] & { readonly id: string };

const columns: readonly Column<Domain>[] = [
  {
    field: 'domain',
    label: 'core.identityProvider.domain',
    small: 'title',
    isMain: true,
    render: ({ domain }) => domain,
  },
  { field: 'record', label: 'core.identityProvider.record', small: 'line', render: ({ record }) => record },
  { field: 'proof', label: 'core.identityProvider.proof', small: 'line', render: ({ proof }) => proof },
  {
    field: 'provenAt',
    label: 'core.identityProvider.state',
    width: 150,
    small: 'end',
    render: (domain) => <State of={domain} />,
  },
];

/** How the people of a company sign in: by a directory of its own, for the domains that it has proven. */
export function IdentityProviderPage() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const { data } = useIdentityProvider(companyId);
  const [isEditing, setEditing] = useState(false);
  const prove = useProveDomain(companyId);
  const remove = useRemoveProvider(companyId);
  const showFailure = useFailureDialog();
  if (!data) return null;
  const mayChange = may('core.identityprovider.update');

  async function removeIt() {
    const isSure = await confirm({
      title: text('core.identityProvider.removeTitle'),
      body: text('core.identityProvider.removeBody'),
      verb: text('core.identityProvider.remove'),
    });
    if (isSure) await remove.mutateAsync().catch(showFailure);
  }

  return (
    <div className={styles.page}>
      <Card
        title={text('core.identityProvider.title')}
        actions={
          mayChange && (
            <>
              {data.hasSecret && (
                <Button
                  variant="subtle"
                  leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
                  onClick={() => void removeIt()}
                >
                  {text('core.identityProvider.remove')}
                </Button>
              )}
              <Button
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {text('core.identityProvider.update')}
              </Button>
            </>
          )
        }
      >
        <MessageBar meaning="info">
          {text(data.active ? 'core.identityProvider.on' : 'core.identityProvider.off')}
        </MessageBar>
        <Facts
          layout="list"
          facts={[
            { label: text('core.identityProvider.issuer'), value: data.issuer },
            { label: text('core.identityProvider.clientId'), value: data.clientId },
            { label: text('core.identityProvider.active'), value: <YesNo value={data.active} /> },
            { label: text('core.identityProvider.acrValues'), value: data.acrValues.join(', ') },
            {
              label: text('core.identityProvider.groupsClaim'),
              value: data.groupsClaim && <Lines of={groupLines(data)} />,
            },
            { label: text('core.identityProvider.redirectUris'), value: <Lines of={data.redirectUris} /> },
          ]}
        />
      </Card>
      <Card title={text('core.identityProvider.domains')} count={data.domains.length} isFlush>
        <DataTable
          dense
          caption={text('core.identityProvider.domains')}
          columns={columns}
          page={loadedRows(data.domains.map((domain) => ({ ...domain, id: domain.domain })))}
          empty={<p className={cx('balie-empty', styles.empty)}>{text('core.identityProvider.noDomains')}</p>}
          renderActions={
            mayChange
              ? ({ domain, provenAt }) =>
                  provenAt === null && (
                    <RowAction
                      icon={IconCircleCheck}
                      label={text('core.identityProvider.prove', { domain })}
                      onClick={() => void prove.mutateAsync(domain).catch(showFailure)}
                    />
                  )
              : undefined
          }
        />
      </Card>
      {isEditing && (
        <IdentityProviderForm companyId={companyId} provider={data} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}

function groupLines({ groupsClaim, groups }: IdentityProviderView): string[] {
  return [groupsClaim, ...groups.map(({ value, groupName }) => `${value} = ${groupName}`)];
}

function Lines({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.uris}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function State({ of: { provenAt } }: { readonly of: Domain }) {
  const text = useText();
  return provenAt === null ? (
    <StatusChip meaning="warn" icon={IconCircleDashed} word={text('core.identityProvider.unproven')} />
  ) : (
    <StatusChip meaning="ok" icon={IconCircleCheck} word={text('core.identityProvider.proven')} />
  );
}
