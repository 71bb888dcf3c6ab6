import { Link } from '@tanstack/react-router';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { useMe } from '#portal/features/identity/index.ts';
import detail from '#portal/kit/detail/detail.module.css';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { views } from '../invoices/views.ts';
import { LeadTimeChart } from './lead-time-chart.tsx';
import { type ApprovalReport, useApprovalReport } from './workload.api.ts';
import { WorkloadCard } from './workload-card.tsx';
import styles from './workload.module.css';

/** How the approval of one's own company goes: who has how much, how long it took, and why things were rejected. */
export function ApprovalReportPage() {
  return <Loaded of={useMe()}>{({ companyId }) => <Report companyId={companyId} />}</Loaded>;
}

function Report({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const report = useApprovalReport(companyId);
  return (
    <div className={detail.page}>
      <header className={detail.head}>
        <h1 className={detail.title}>{text('invoicing.report.title')}</h1>
      </header>
      <div className={styles.report}>
        <WorkloadCard companyId={companyId} />
        <Loaded of={report}>{(data) => <Cards report={data} />}</Loaded>
      </div>
    </div>
  );
}

function Cards({ report }: { readonly report: ApprovalReport }) {
  const { decided, untouched } = report;
  const text = useText();
  const share = decided === 0 ? 0 : Math.round((untouched / decided) * 100);
  return (
    <>
      <LeadTime weeks={report.weeks} />
      <section className={styles.card} aria-label={text('invoicing.report.untouched')}>
        <h2>
          {text('invoicing.report.untouched')} <span className="balie-number">{share}%</span>
        </h2>
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${share}%` }} />
        </span>
      </section>
      <Reasons reasons={report.reasons} />
    </>
  );
}

function LeadTime({ weeks }: Pick<ApprovalReport, 'weeks'>) {
  const text = useText();
  const language = useLanguage();
  const list = usePathTo()('invoices:index');
  const all = views.find(({ key }) => key === 'all')?.status ?? '';
  const address = ({ fromDay, untilDay }: Pick<ApprovalReport['weeks'][number], 'fromDay' | 'untilDay'>) => ({
    to: list,
    search: { status: all, decidedFrom: fromDay, decidedTo: untilDay },
  });
  const heads = ['week', 'decided', 'median', 'ninety'];
  return (
    <section className={styles.card} aria-label={text('invoicing.report.leadTime')}>
      <h2>
        {text('invoicing.report.leadTime')}{' '}
        <span className="balie-empty">{text('invoicing.report.daysPerWeek')}</span>
      </h2>
      {weeks.length === 0 ? (
        <p className="balie-empty">{text('invoicing.report.none')}</p>
      ) : (
        <>
          <LeadTimeChart weeks={weeks} address={address} />
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((name) => (
                  <th key={name} scope="col">
                    {text(`invoicing.report.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ fromDay, untilDay, decided, medianDays, ninetyDays }) => (
                <tr key={fromDay}>
                  <th scope="row">
                    <Link {...address({ fromDay, untilDay })} className="balie-link">
                      {formatDay(fromDay)}
                    </Link>
                  </th>
                  {[decided, medianDays, ninetyDays].map((value, index) => (
                    <td key={heads[index + 1]}>{formatNumber(value, language)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function Reasons({ reasons }: Pick<ApprovalReport, 'reasons'>) {
  const text = useText();
  const list = usePathTo()('invoices:index');
  const most = Math.max(1, ...reasons.map(({ count }) => count));
  return (
    <section className={styles.card} aria-label={text('invoicing.report.reasons')}>
      <h2>{text('invoicing.report.reasons')}</h2>
      {reasons.length === 0 && <p className="balie-empty">{text('invoicing.report.noReasons')}</p>}
      <ol className={styles.rows}>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <Link to={list} search={{ status: 'rejected' }} className={styles.reason}>
              <span className={styles.who}>{reason}</span>
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <span className="balie-number">{count}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
