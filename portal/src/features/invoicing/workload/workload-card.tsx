import { IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useWorkload } from './workload.api.ts';
import styles from './workload.module.css';

/** Who has how many invoices to decide on, and since when the oldest; each leads to them. */
export function WorkloadCard({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const pathTo = usePathTo();
  const { data } = useWorkload(companyId);
  if (!data) return null;
  const able = data.people.filter(({ mayApprove }) => mayApprove);
  const stuck = data.people.filter(({ mayApprove }) => !mayApprove);
  const max = Math.max(1, ...able.map(({ count }) => count));
  const address = (approver: string) => ({ to: pathTo('invoices:index'), search: { approver } });
  const stuckCount = stuck.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles.card} aria-label={text('invoicing.workload.title')}>
      <h2>{text('invoicing.workload.title')}</h2>
      {data.people.length === 0 && <p className="balie-empty">{text('invoicing.workload.none')}</p>}
      <ol className={styles.rows}>
        {able.map((person) => (
          <li key={person.userId}>
            <Link {...address(person.userId)} className={styles.row}>
              <span className={styles.initials} aria-hidden>
                {personInitials(person.fullName)}
              </span>
              <span className={styles.who}>
                {person.fullName}
                {person.substitute && (
                  <small>
                    {text('invoicing.workload.substitute', { name: person.substitute.fullName })}{' '}
                    <DateText value={person.substitute.untilDay} />
                  </small>
                )}
              </span>
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${((person.count - person.lateCount) / max) * 100}%` }} />
                <span data-late style={{ width: `${(person.lateCount / max) * 100}%` }} />
              </span>
              <span className="balie-number">{person.count}</span>
              <span className={styles.oldest} data-late={person.lateCount > 0 || undefined}>
                {text('invoicing.workload.oldest', { count: person.oldestDays })}
              </span>
            </Link>
          </li>
        ))}
        {stuckCount > 0 && (
          <li>
            <Link {...address('none')} className={styles.row}>
              <IconUserOff size={18} stroke={1.75} aria-hidden />
              <span className={styles.who}>
                {text('invoicing.workload.without')}
                <small>{stuck.map(({ fullName }) => fullName).join(', ')}</small>
              </span>
              <span className={styles.bar} aria-hidden>
                <span data-late style={{ width: `${Math.min(stuckCount / max, 1) * 100}%` }} />
              </span>
              <span className="balie-number">{stuckCount}</span>
              <span className={styles.oldest} data-late>
                {text('invoicing.workload.oldest', {
                  count: Math.max(...stuck.map(({ oldestDays }) => oldestDays)),
                })}
              </span>
            </Link>
          </li>
        )}
      </ol>
      {data.withoutLines > 0 && (
        <p className="balie-empty">{text('invoicing.workload.withoutLines', { count: data.withoutLines })}</p>
      )}
    </section>
  );
}
