import { IconClipboardData } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { daysOfPeriod, previousMonth } from '#contract/billing/periods.ts';
import { reportMetadata, reports } from '#contract/billing/report.ts';
import { formatNumber } from '#contract/money.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentsAsked } from '../usage-documents/usage-documents.ts';
import { useListWithTotals } from '../list-with-totals.ts';
import { PeriodPicker } from '../periods/period-picker.tsx';
import { reportColumns, type ReportRow } from './report-columns.tsx';
import { reportTotalsRow } from './report-totals.tsx';
import { UsageChart } from './usage-chart.tsx';
import { useUsageChart } from './use-usage-chart.ts';
import styles from './report.module.css';

const DocumentsDialog = lazyPart(
  async () => (await import('../usage-documents/usage-documents-dialog.tsx')).DocumentsDialog,
);
const FixedCostsDialog = lazyPart(async () => (await import('./fixed-costs-dialog.tsx')).FixedCostsDialog);
const filterNames = ['period'];

/** What every company used in a period and what it costs: the same figures as on its invoices tab (§I8). */
export function Report() {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const [today] = useState(() => dayOfInstant(new Date()));
  const list = useListState(reports, { filters: filterNames });
  const page = useListWithTotals(reports, {}, list.query, reportMetadata);
  const period = list.filters['period'] ?? previousMonth(today);
  const months = useUsageChart(period, today, list.query.query ?? '');
  const [asked, setAsked] = useState<DocumentsAsked>();
  const [fixed, setFixed] = useState<ReportRow>();
  const mayOpen = may('fm.customers.read');
  const columns = useMemo(
    () =>
      reportColumns(
        mayOpen
          ? ({ companyId, name }, kind) => setAsked({ companyId, name, kind, ...daysOfPeriod(period) })
          : undefined,
        mayOpen ? setFixed : undefined,
      ),
    [mayOpen, period],
  );
  const choice = useColumns('report:index', columns);
  const metadata = page.data?.metadata;

  return (
    <>
      <ListPage
        title={text('billing.report.title')}
        count={metadata?.count}
        search={<SearchBox list={list} label="billing.report.search" />}
        filters={
          <PeriodPicker
            value={period}
            onChange={(next) => list.setFilter('period', next === previousMonth(today) ? undefined : next)}
          />
        }
        actions={
          <ListTools
            screen="report:index"
            resource={reports}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('billing.report.all')}
          />
        }
      >
        {months.data && <UsageChart months={months.data} of={list.search} />}
        <div className={styles.wide}>
          <DataTable<ReportRow>
            caption={text('billing.report.title')}
            columns={choice.shown}
            page={page}
            list={list}
            href={useInvoicesHref()}
            totals={
              metadata &&
              reportTotalsRow(metadata.totals, text('billing.total'), (value) =>
                formatNumber(value, language),
              )
            }
            empty={
              <EmptyState
                kind="first"
                icon={IconClipboardData}
                title={text('billing.report.none')}
                hint={text('billing.report.noneHint')}
              />
            }
          />
        </div>
        <Pager list={list} count={metadata?.count} />
      </ListPage>
      {asked && <DocumentsDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {fixed && <FixedCostsDialog row={fixed} period={period} onClose={() => setFixed(undefined)} />}
    </>
  );
}

/** A row leads to the invoices tab of its company, for who may see customers. */
function useInvoicesHref(): ((row: ReportRow) => string) | undefined {
  const may = usePermission();
  const has = useHasScreen();
  const pathTo = usePathTo();
  if (!may('fm.customers.read') || !has('customers:detail')) return undefined;
  return ({ companyId }) => `${pathTo('customers:detail', { companyId })}/invoices`;
}
