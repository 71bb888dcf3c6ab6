import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ShareChart } from './share-chart.tsx';
import type { TouchlessReport } from './touchless.api.ts';
import { monthText, shareText } from './touchless.rules.ts';
import styles from './touchless.module.css';

/** The share that needed nobody, and beside it, always and as large, the share found wrong. */
export function Shares({ report }: { readonly report: TouchlessReport }) {
  const text = useText();
  const language = useLanguage();
  const { months, checked, checkedWrong } = report;
  const newest = months.at(-1);
  if (newest === undefined) return <p className="balie-empty">{text('invoicing.touchless.none')}</p>;
  const month = monthText(newest.month, language);
  const passed = Math.max(newest.touchless, newest.withoutValidation);
  return (
    <div className={styles.shares}>
      <Share
        title={text('invoicing.touchless.share', { month })}
        count={newest.touchless}
        of={newest.invoices}
        name="ofInvoices"
      >
        <Chart months={months} kind="touchless" />
      </Share>
      <Share
        title={text('invoicing.touchless.wrongShare', { month })}
        count={newest.wrong}
        of={passed + newest.wrong}
        name="ofDecided"
      >
        <Chart months={months} kind="wrong" />
        <p className={styles.note}>{text('invoicing.touchless.checked', { checkedWrong, count: checked })}</p>
      </Share>
      <MonthTable months={months} />
    </div>
  );
}

interface ShareProps {
  readonly title: string;
  readonly count: number;
  readonly of: number;
  readonly name: 'ofInvoices' | 'ofDecided';
  readonly children: React.ReactNode;
}

function Share({ title, count, of, name, children }: ShareProps) {
  const text = useText();
  const language = useLanguage();
  const share = shareText(count, of, language);
  const numbers = text(`invoicing.touchless.${name}`, { part: count, count: of });
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.small}>{title}</h2>
      <p className={styles.figure}>
        <strong>{share ?? numbers}</strong> {share !== null && <span>{numbers}</span>}
      </p>
      {children}
    </section>
  );
}

interface ChartProps {
  readonly months: TouchlessReport['months'];
  readonly kind: 'touchless' | 'wrong';
}

function Chart({ months, kind }: ChartProps) {
  const text = useText();
  const list = usePathTo()('invoices:index');
  const of = (value: (month: TouchlessReport['months'][number]) => number) =>
    months.map((one) => ({ month: one.month, share: value(one) }));
  if (kind === 'wrong') {
    const points = of((one) => one.wrong / Math.max(1, one.withoutValidation + one.wrong));
    const max = Math.max(0.01, ...points.map(({ share }) => share));
    return (
      <ShareChart title={text('invoicing.touchless.wrong')} points={points} max={max} isBad list={list} />
    );
  }
  return (
    <>
      <ShareChart
        title={text('invoicing.touchless.touchless')}
        points={of((one) => one.touchless / one.invoices)}
        besides={of((one) => one.withoutValidation / one.invoices)}
        max={1}
        list={list}
      />
      <p className={styles.note}>{text('invoicing.touchless.legend')}</p>
    </>
  );
}

function MonthTable({ months }: Pick<TouchlessReport, 'months'>) {
  const text = useText();
  const language = useLanguage();
  const heads = ['month', 'invoices', 'touchless', 'withoutValidation', 'wrong'] as const;
  return (
    <details className={styles.asTable}>
      <summary>{text('invoicing.touchless.asTable')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {text(`invoicing.touchless.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <th scope="row">{monthText(one.month, language)}</th>
              <td>{one.invoices}</td>
              <td>{one.touchless}</td>
              <td>{one.withoutValidation}</td>
              <td>{one.wrong}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
