import { IconClockPause, IconFlask } from '@tabler/icons-react';
import type { CustomerInvoices } from '#contract/billing/costs.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './billing.module.css';

/** Why nothing is billed: no start yet (§I10), or a trial or preview (§I7). */
export function BillingNotices({ invoices }: { readonly invoices: CustomerInvoices }) {
  const text = useText();
  const { billingState, isFree, subscriptionType } = invoices;
  return (
    <>
      {billingState !== 'running' && (
        <div className={styles.wide}>
          <MessageBar meaning="warn" icon={IconClockPause} title={text('billing.notStarted')}>
            {text(`billing.state.${billingState}`)}
          </MessageBar>
        </div>
      )}
      {isFree && subscriptionType !== null && (
        <div className={styles.wide}>
          <MessageBar
            meaning="info"
            icon={IconFlask}
            title={text(`billing.subscription.${subscriptionType}`)}
          >
            {text('billing.freeHint')}
          </MessageBar>
        </div>
      )}
    </>
  );
}
