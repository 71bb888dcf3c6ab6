import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Cards } from '#portal/kit/detail/card.tsx';
import { PageHeader } from '#portal/kit/list/page-header.tsx';
import { useText } from '#portal/kit/text.ts';
import { BillingNotices } from '../costs/billing-notices.tsx';
import { CostsView } from '../costs/costs-view.tsx';
import { MonthRangePicker, useMonthRange } from '../costs/month-range.tsx';
import { useInvoices } from '../costs/use-invoices.ts';
import { OwnCredits } from './own-credits.tsx';
import { OwnInvoices } from './own-invoices.tsx';
import styles from './usage.module.css';

/** What the person's own company uses and what that costs: the same figures as the provider sees. */
export function OwnUsage() {
  const text = useText();
  const invoices = useInvoices(null, useMonthRange());
  return (
    <div className={styles.page}>
      <PageHeader title={text('billing.ownUsage.title')} actions={<MonthRangePicker />}>
        <span className="balie-empty">{text('billing.invoices.exclVat')}</span>
      </PageHeader>
      <Cards>
        <Loaded of={invoices}>
          {(found) => (
            <>
              <BillingNotices invoices={found} />
              <CostsView invoices={found} documentsOf={null} />
            </>
          )}
        </Loaded>
        <OwnInvoices />
        <OwnCredits />
      </Cards>
    </div>
  );
}
