import { useState } from 'react';
import { useMe } from '#portal/features/identity/index.ts';
import { touchlessRules } from '#contract/invoicing/touchless.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import detail from '#portal/kit/detail/detail.module.css';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useText } from '#portal/kit/text.ts';
import { SamplesCard, StopsCard, SuppliersCard } from './cards.tsx';
import { RulesCard } from './rules-card.tsx';
import { SamplingDialog } from './sampling-dialog.tsx';
import { Shares } from './shares.tsx';
import { type TouchlessReport, useTouchlessReport } from './touchless.api.ts';
import styles from './touchless.module.css';

/** How many invoices of one's own company needed nobody, what stopped the others, and how much was found wrong (§C16). */
export function TouchlessPage() {
  return <Loaded of={useMe()}>{({ companyId }) => <Page companyId={companyId} />}</Loaded>;
}

function Page({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const report = useTouchlessReport(companyId);
  return (
    <div className={detail.page}>
      <header className={detail.head}>
        <h1 className={detail.title}>{text('invoicing.touchless.title')}</h1>
      </header>
      <div className={styles.page}>
        <Loaded of={report}>{(data) => <Cards report={data} companyId={companyId} />}</Loaded>
      </div>
    </div>
  );
}

function Cards({ report, companyId }: { readonly report: TouchlessReport; readonly companyId: string }) {
  const mayChange = usePermission()(`${touchlessRules.permission}.update`);
  const [isSampling, setSampling] = useState(false);
  return (
    <>
      <Shares report={report} />
      <div className={styles.pair}>
        <StopsCard report={report} />
        <SuppliersCard report={report} />
      </div>
      <div className={styles.pair} data-wide>
        <RulesCard companyId={companyId} />
        <SamplesCard report={report} onChange={mayChange ? () => setSampling(true) : undefined} />
      </div>
      {isSampling && (
        <SamplingDialog companyId={companyId} report={report} onClose={() => setSampling(false)} />
      )}
    </>
  );
}
