import { Button } from '@mantine/core';
import { IconAlertCircle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import { recoveryCodeCount, type Security } from '#contract/identity/security.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { useNewRecoveryCodes, useRemoveTotp } from './use-security.ts';
import styles from './security.module.css';

const fewCodes = 3;

/** Codes of an app, and recovery codes. */
export function FactorCard({ security }: { readonly security: Security }) {
  const text = useText();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const { totpSince, recoveryCodesLeft, requiredFrom, passkeys } = security;
  const { remove, renew } = useFactorVerbs(setCodes, passkeys.length > 0);
  const isOn = totpSince !== null || passkeys.length > 0;
  return (
    <Card
      title={text('identity.security.factor')}
      actions={
        isOn ? (
          <StatusChip meaning="ok" icon={IconShieldCheck} word={text('identity.security.on')} />
        ) : (
          <StatusChip meaning="neutral" icon={IconShieldOff} word={text('identity.security.off')} />
        )
      }
    >
      {requiredFrom !== null && (
        <p className={styles.line}>
          {text(isOn ? 'identity.security.required' : 'identity.security.requiredFrom', {
            day: formatDay(requiredFrom),
          })}
        </p>
      )}
      {isOn ? (
        <dl className={styles.facts}>
          <dt>{text('identity.security.app')}</dt>
          <dd>
            {totpSince === null ? (
              <>
                <span>{text('identity.security.none')}</span>
                <Button size="compact-sm" variant="subtle" onClick={() => setAdding(true)}>
                  {text('identity.security.add')}
                </Button>
              </>
            ) : (
              <>
                <span>
                  {text('identity.security.since')} <DateText value={totpSince} dayOnly />
                </span>
                <Button size="compact-sm" variant="subtle" onClick={() => void remove()}>
                  {text('identity.security.remove')}
                </Button>
              </>
            )}
          </dd>
          <dt>{text('identity.security.recovery')}</dt>
          <dd>
            <span className={recoveryCodesLeft <= fewCodes ? styles.few : undefined}>
              {text('identity.security.left', { left: recoveryCodesLeft, all: recoveryCodeCount })}
              {recoveryCodesLeft <= fewCodes && (
                <>
                  {' '}
                  <IconAlertCircle size={16} stroke={1.75} aria-hidden /> {text('identity.security.few')}
                </>
              )}
            </span>
            <Button size="compact-sm" variant="subtle" onClick={() => void renew()}>
              {text('identity.security.renew')}
            </Button>
          </dd>
        </dl>
      ) : (
        <>
          <p className={styles.line}>{text('identity.security.why')}</p>
          <Button variant="filled" onClick={() => setAdding(true)}>
            {text('identity.security.add')}
          </Button>
        </>
      )}
      {isAdding && (
        <AddAppDialog
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setAdding(false);
            setCodes(made);
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

function useFactorVerbs(onCodes: (codes: readonly string[]) => void, hasPasskey: boolean) {
  const text = useText();
  const removeTotp = useRemoveTotp();
  const newCodes = useNewRecoveryCodes();
  const showFailure = useFailureDialog();

  async function remove() {
    const isSure = await confirm({
      title: text('identity.security.removeTitle'),
      body: text(hasPasskey ? 'identity.security.removeBodyPasskey' : 'identity.security.removeBody'),
      verb: text('identity.security.remove'),
      isDanger: true,
    });
    if (!isSure) return;
    try {
      await removeTotp.mutateAsync();
      notify({ title: text('identity.security.removed'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  async function renew() {
    const isSure = await confirm({
      title: text('identity.security.renewTitle'),
      body: text('identity.security.renewBody'),
      verb: text('identity.security.renew'),
    });
    if (!isSure) return;
    try {
      onCodes((await newCodes.mutateAsync()).codes);
    } catch (error) {
      showFailure(error);
    }
  }

  return { remove, renew };
}
