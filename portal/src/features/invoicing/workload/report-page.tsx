import { Link } from '@tanstack/react-router';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { useMe } from '#portal/features/identity/index.ts';
import detail from '#portal/kit/detail/detail.module.css';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { rejectionText } from '../filters/invoice-filters.rules.ts';
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
  return (
    <>
      <LeadTime weeks={report.weeks} />
      <Untouched report={report} />
      <Reasons report={report} />
    </>
  );
}

const everyStatus = views.find(({ key }) => key === 'all')?.status ?? '';

function Untouched({ report: { fromDay, decided, untouched } }: { readonly report: ApprovalReport }) {
  const text = useText();
  const share = decided === 0 ? 0 : Math.round((untouched / decided) * 100);
  return (
    <section className={styles.card} aria-label={text('invoicing.report.untouched')}>
      <h2>
        {text('invoicing.report.untouched')} <span className="balie-number">{share}%</span>
      </h2>
      <Shares
        of={[
          { name: text('invoicing.report.untouchedCount'), count: untouched, isUntouched: true },
          { name: text('invoicing.report.touchedCount'), count: decided - untouched, isUntouched: false },
        ].map(({ name, count, isUntouched }) => ({
          name,
          count,
          search: { status: everyStatus, decidedFrom: fromDay, untouched: String(isUntouched) },
        }))}
      />
    </section>
  );
}

function LeadTime({ weeks }: Pick<ApprovalReport, 'weeks'>) {
  const text = useText();
  const language = useLanguage();
  const list = usePathTo()('invoices:index');
  const address = ({ fromDay, untilDay }: Pick<ApprovalReport['weeks'][number], 'fromDay' | 'untilDay'>) => ({
    to: list,
    search: { status: everyStatus, decidedFrom: fromDay, decidedTo: untilDay },
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

function Reasons({ report: { fromDay, reasons } }: { readonly report: ApprovalReport }) {
  const text = useText();
  return (
    <section className={styles.card} aria-label={text('invoicing.report.reasons')}>
      <h2>{text('invoicing.report.reasons')}</h2>
      {reasons.length === 0 && <p className="balie-empty">{text('invoicing.report.noReasons')}</p>}
      <Shares
        of={reasons.map(({ reason, count }) => ({
          name: reason,
          count,
          search: { status: everyStatus, rejected: rejectionText(fromDay, reason) },
        }))}
      />
    </section>
  );
}

interface SharesProps {
  readonly of: readonly {
    readonly name: string;
    readonly count: number;
    readonly search: Readonly<Record<string, string>>;
  }[];
}

/** A bar for each count, which leads to the invoices that it counts. */
function Shares({ of }: SharesProps) {
  const list = usePathTo()('invoices:index');
  const language = useLanguage();
  const most = Math.max(1, ...of.map(({ count }) => count));
  return (
    <ol className={styles.rows}>
      {of.map(({ name, count, search }) => (
        <li key={name}>
          <Link to={list} search={search} className={styles.reason}>
            <span className={styles.who}>{name}</span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="balie-number">{formatNumber(count, language)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
