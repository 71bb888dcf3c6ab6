import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { customerInvoices } from '#contract/billing/costs.ts';
import { customers } from '#contract/billing/customers.ts';
import { ownUsagePath } from '#contract/billing/own-usage.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

const answer = z.object({ result: customerInvoices });

/** Months, both included; absent: the last twelve. */
export interface MonthRange {
  readonly from?: string;
  readonly to?: string;
}

/** What a customer pays and uses in these months; null asks for the caller's own company. */
export function useInvoices(companyId: string | null, range: MonthRange) {
  const http = useHttp();
  const path =
    companyId === null ? ownUsagePath : `${customers.path}/${encodeURIComponent(companyId)}/invoices`;
  const search = new URLSearchParams({ ...range }).toString();
  return useQuery({
    // Below the customers, so that a change of agreement or settings makes it old.
    queryKey: [
      ...useKeyStart(),
      companyId === null ? ownUsagePath : `${customers.path}/{companyId}/invoices`,
      companyId,
      search,
    ],
    queryFn: async ({ signal }) =>
      (await http.call(`/api/${path}${search === '' ? '' : `?${search}`}`, answer, { signal })).result,
    placeholderData: keepPreviousData,
  });
}
