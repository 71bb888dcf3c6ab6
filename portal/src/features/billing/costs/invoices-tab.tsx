import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Cards } from '#portal/kit/detail/card.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { BillingNotices } from './billing-notices.tsx';
import { CostsView } from './costs-view.tsx';
import { MonthRangePicker, useMonthRange } from './month-range.tsx';
import { IssuedInvoices } from '../customers/issued-invoices.tsx';
import { SettingsCard } from '../customer-settings/customer-settings-card.tsx';
import { useInvoices } from './use-invoices.ts';
import styles from './billing.module.css';

/** What a customer is billed for: the start date, agreements, usage and the resulting amounts. */
export function InvoicesTab() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const invoices = useInvoices(companyId, useMonthRange());
  return (
    <Cards>
      <div className={styles.tools}>
        <MonthRangePicker />
        <span className="balie-empty">{text('billing.invoices.exclVat')}</span>
      </div>
      {invoices.data && <BillingNotices invoices={invoices.data} />}
      {may('fm.billing.read.system') && <IssuedInvoices companyId={companyId} />}
      {may('fm.settings.read') && <SettingsCard companyId={companyId} />}
      <Loaded of={invoices}>{(found) => <CostsView invoices={found} documentsOf={companyId} />}</Loaded>
    </Cards>
  );
}
