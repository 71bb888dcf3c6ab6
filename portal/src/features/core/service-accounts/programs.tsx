import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';
import { ServiceAccountsList } from './service-accounts-list.tsx';
import styles from './service-accounts.module.css';

/** How programs work with a company: those that call Balie, and those that Balie calls. */
export function Programs() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  return (
    <>
      {may('core.serviceaccounts.read') && (
        <section aria-labelledby="service-accounts">
          <h2 id="service-accounts" className={styles.sectionHead}>
            {text('core.serviceAccounts.title')}
          </h2>
          <ServiceAccountsList />
        </section>
      )}
      {may('core.webhooks.read') && <WebhooksSection companyId={companyId} />}
    </>
  );
}
