import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TouchStop } from '#contract/invoicing/touchless.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { ScreenLink, usePathTo, type ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { views } from '../invoices/views.ts';
import type { TouchlessReport } from './touchless.api.ts';
import { monthText, shareText } from './touchless.rules.ts';
import { WideTable } from './wide-table.tsx';
import styles from './touchless.module.css';

// What would keep a reason from coming back, and who may do that.
const mends: Readonly<Partial<Record<TouchStop, { readonly to: ScreenName; readonly needs: string }>>> = {
  confidence: { to: 'invoicerecognitiondata:index', needs: 'fmmodule.invoicerecognitiondata.read.user' },
  creditor: { to: 'invoicerecognitiondata:index', needs: 'fmmodule.invoicerecognitiondata.read.user' },
  iban: { to: 'creditors:index', needs: 'fmmodule.creditors.read' },
  approver: { to: 'approval-flows:index', needs: 'fmmodule.approvalflows.read' },
};

/** What stopped the others: each invoice counts once, by its first reason, and leads to them. */
export function StopsCard({ report: { stops, months } }: { readonly report: TouchlessReport }) {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const list = usePathTo()('invoices:index');
  const month = months.at(-1)?.month ?? '';
  const most = Math.max(1, ...stops.map(({ count }) => count));
  const all = stops.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <Card title={text('invoicing.touchless.stops')} count={all}>
      <ol className={styles.rows}>
        {stops.map(({ reason, count }) => {
          const mend = mends[reason];
          return (
            <li key={reason} className={styles.stop}>
              <Link to={list} search={{ stoppedBy: reason, month }}>
                {text(`invoicing.touchless.stop.${reason}`)}
              </Link>
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <span className="balie-number">{count}</span>
              <span>
                {mend && may(mend.needs) && (
                  <ScreenLink to={mend.to} params={{}} className="balie-link">
                    {text(`invoicing.touchless.mend.${reason}`)}
                  </ScreenLink>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p className={styles.note}>
        {text('invoicing.touchless.onceEach', { month: monthText(month, language) })}
      </p>
    </Card>
  );
}

export function SuppliersCard({ report: { suppliers } }: { readonly report: TouchlessReport }) {
  const text = useText();
  const language = useLanguage();
  const list = usePathTo()('invoices:index');
  const all = views.find(({ key }) => key === 'all')?.status ?? '';
  if (suppliers.length === 0) return null;
  const heads = ['supplier', 'invoices', 'shareHead', 'wrong', 'mostly'] as const;
  return (
    <Card title={text('invoicing.touchless.suppliers')} count={suppliers.length} isFlush>
      <WideTable name={text('invoicing.touchless.suppliers')}>
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
            {suppliers.map(({ creditorId, name, invoices, touchless, withoutValidation, wrong, stop }) => (
              <tr key={creditorId}>
                <th scope="row">
                  <Link to={list} search={{ status: all, creditor: name }} className="balie-link">
                    {name}
                  </Link>
                </th>
                <td>{invoices}</td>
                <td>{shareText(touchless, invoices, language) ?? `${touchless}/${invoices}`}</td>
                <td data-bad={wrong > 0 || undefined}>
                  {text('invoicing.touchless.partOf', { part: wrong, count: withoutValidation + wrong })}
                </td>
                <td>{stop === null ? '–' : text(`invoicing.touchless.stopShort.${stop}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </Card>
  );
}

/** What was drawn and waits for a person: it leaves for the books after their look. */
export function SamplesCard({
  report: { samples, sampleEvery },
  onChange,
}: {
  readonly report: TouchlessReport;
  readonly onChange: (() => void) | undefined;
}) {
  const text = useText();
  const list = usePathTo()('invoices:index');
  const all = views.find(({ key }) => key === 'all')?.status ?? '';
  return (
    <Card
      title={text('invoicing.touchless.samples')}
      count={samples.length}
      actions={
        onChange ? (
          <Button variant="subtle" size="xs" onClick={onChange}>
            {text('invoicing.touchless.oneIn', { count: sampleEvery })}
          </Button>
        ) : (
          text('invoicing.touchless.oneIn', { count: sampleEvery })
        )
      }
    >
      {samples.length === 0 && <p className="balie-empty">{text('invoicing.touchless.noSamples')}</p>}
      <ul className={styles.rows}>
        {samples.map(({ invoiceId, name, totalInCents, currency, rule }) => (
          <li key={invoiceId} className={styles.sample}>
            <span>
              {name}
              <small>
                <Money cents={totalInCents} currency={currency} />,{' '}
                {text('invoicing.touchless.byRule', { rule })}
              </small>
            </span>
            <Link to={list} search={{ status: all, open: invoiceId }} className="balie-link">
              {text('invoicing.touchless.check')}
              <span className="balie-hidden"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{text('invoicing.touchless.afterLook')}</p>
    </Card>
  );
}
