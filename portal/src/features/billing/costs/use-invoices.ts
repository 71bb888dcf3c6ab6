import { customerInvoices } from '#contract/billing/costs.ts';
import { customers } from '#contract/billing/customers.ts';
import { ownUsagePath } from '#contract/billing/own-usage.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** Months, both included; absent: the last twelve. */
export interface MonthRange {
  readonly from?: string;
  readonly to?: string;
}

/** What a customer pays and uses in these months; null asks for the caller's own company. */
export function useInvoices(companyId: string | null, range: MonthRange) {
  const path =
    companyId === null ? ownUsagePath : `${customers.path}/${encodeURIComponent(companyId)}/invoices`;
  const search = new URLSearchParams({ ...range }).toString();
  // Below the customers, so that a change of agreement or settings makes it old.
  const key = companyId === null ? ownUsagePath : `${customers.path}/{companyId}/invoices`;
  const url = `/api/${path}${search === '' ? '' : `?${search}`}`;
  return useAnswer([key, companyId, search], url, customerInvoices, { keepsPrevious: true });
}
