import type { Security } from '#contract/identity/security.ts';
import { Cards } from '#portal/kit/detail/card.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { PageHeader } from '#portal/kit/list/page-header.tsx';
import { useText } from '#portal/kit/text.ts';
import { DataCard } from './data-card.tsx';
import { FactorCard } from './factor-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { useSecurity } from './use-security.ts';
import styles from './security.module.css';

/** How the person signs in: their passkeys, their second factor, and the devices that they are signed in on. */
export function SecurityPage() {
  const text = useText();
  return (
    <div className={styles.page}>
      <PageHeader title={text('identity.security.title')} />
      <Loaded of={useSecurity()}>{(security) => <Parts of={security} />}</Loaded>
    </div>
  );
}

function Parts({ of: security }: { readonly of: Security }) {
  const text = useText();
  if (!security.isOurs)
    return (
      <div className={styles.elsewhere}>
        <MessageBar meaning="info">{text('identity.security.elsewhere')}</MessageBar>
      </div>
    );
  return (
    <Cards>
      <div className={styles.column}>
        <PasskeysCard passkeys={security.passkeys} />
        <FactorCard security={security} />
        <DataCard />
      </div>
      <SessionsCard sessions={security.sessions} />
    </Cards>
  );
}
