import { addMonths, daysOfPeriod } from '#contract/billing/periods.ts';
import { reports, usageChart } from '#contract/billing/report.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

const path = `${reports.path}/usage`;

/**
 * Use per month by kind: the twelve months up to the last one of a period, without those that are still to come.
 *
 * @param query the search of the report: the chart is of the same companies
 */
export function useUsageChart(period: string, today: string, query: string) {
  const last = daysOfPeriod(period).to.slice(0, 7);
  const now = today.slice(0, 7);
  const to = last > now ? now : last;
  const from = addMonths(to, -11);
  const search = new URLSearchParams({ from, to, ...(query === '' ? {} : { query }) });
  return useAnswer([path, from, to, query], `/api/${path}?${search}`, usageChart, { keepsPrevious: true });
}
