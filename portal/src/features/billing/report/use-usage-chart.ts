import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { addMonths, daysOfPeriod } from '#contract/billing/periods.ts';
import { reports, usageChart } from '#contract/billing/report.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

const answer = z.object({ result: usageChart });

/**
 * Use per month by kind: the twelve months up to the last one of a period, without those that are still to come.
 *
 * @param query the search of the report: the chart is of the same companies
 */
export function useUsageChart(period: string, today: string, query: string) {
  const http = useHttp();
  const last = daysOfPeriod(period).to.slice(0, 7);
  const now = today.slice(0, 7);
  const to = last > now ? now : last;
  const from = addMonths(to, -11);
  return useQuery({
    queryKey: [...useKeyStart(), `${reports.path}/usage`, from, to, query],
    queryFn: async ({ signal }) =>
      (
        await http.call(
          `/api/${reports.path}/usage?${new URLSearchParams({ from, to, ...(query === '' ? {} : { query }) }).toString()}`,
          answer,
          { signal },
        )
      ).result,
    placeholderData: keepPreviousData,
  });
}
