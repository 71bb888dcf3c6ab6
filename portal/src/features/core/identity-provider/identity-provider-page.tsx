import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { IdentityProviderView } from '#contract/core/identity-provider.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './identity-provider.module.css';
import { IdentityProviderForm } from './identity-provider-form.tsx';
import { useIdentityProvider, useProveDomain, useRemoveProvider } from './use-identity-provider.ts';

type Domain = IdentityProviderView['domains'][number];

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
            <span className={styles.actions}>
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
            </span>
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
          ]}
        />
        <Addresses label={text('core.identityProvider.redirectUris')} of={data.redirectUris} />
      </Card>
      <Card title={text('core.identityProvider.domains')} count={data.domains.length}>
        {data.domains.length === 0 ? (
          <span className="balie-empty">{text('core.identityProvider.noDomains')}</span>
        ) : (
          <ul className={styles.domains}>
            {data.domains.map((domain) => (
              <DomainItem
                key={domain.domain}
                of={domain}
                onProve={mayChange && (() => void prove.mutateAsync(domain.domain).catch(showFailure))}
              />
            ))}
          </ul>
        )}
      </Card>
      <Card title={text('core.identityProvider.scim')}>
        <div>{text('core.identityProvider.scimBody')}</div>
        <Addresses
          label={text('core.identityProvider.scimAddress')}
          of={[`${window.location.origin}/scim/v2`]}
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

interface AddressesProps {
  readonly label: string;
  readonly of: readonly string[];
}

/** Addresses to take over into the directory, over the whole width: they are long. */
function Addresses({ label, of }: AddressesProps) {
  return (
    <div className={styles.addresses}>
      <span className={styles.label}>{label}</span>
      <Lines of={of} />
    </div>
  );
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

interface DomainItemProps {
  readonly of: Domain;
  /** False for who may not. */
  readonly onProve: (() => void) | false;
}

/** A domain with the record that proves it: both are taken over elsewhere, so nothing of them is cut off. */
function DomainItem({ of: { domain, record, proof, provenAt }, onProve }: DomainItemProps) {
  const text = useText();
  return (
    <li>
      <div className={styles.domain}>
        <strong>{domain}</strong>
        {provenAt === null ? (
          <StatusChip meaning="warn" icon={IconCircleDashed} word={text('core.identityProvider.unproven')} />
        ) : (
          <StatusChip meaning="ok" icon={IconCircleCheck} word={text('core.identityProvider.proven')} />
        )}
        {provenAt === null && onProve && (
          <Button
            size="compact-sm"
            aria-label={text('core.identityProvider.prove', { domain })}
            onClick={onProve}
          >
            {text('core.identityProvider.proveVerb')}
          </Button>
        )}
      </div>
      <Facts
        layout="list"
        facts={[
          { label: text('core.identityProvider.record'), value: <code>{record}</code> },
          { label: text('core.identityProvider.proof'), value: <code>{proof}</code> },
        ]}
      />
    </li>
  );
}
