import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { type exportCommand, invoiceExport, invoiceExports } from '#contract/invoicing/invoices.ts';
import { meAnswer, mePath } from '#contract/identity/me.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** A handover and how it went. */
export type InvoiceExport = z.output<typeof invoiceExport>;
/** What a handover is asked with. */
export type ExportWish = z.input<typeof exportCommand>;

export const exportHooks = resourceHooks(invoiceExports);

const answer = z.object({ result: invoiceExport });
/** Live messages tell when it is done; this only bridges a lost connection, in milliseconds. */
const lookAgainMs = 1500;

/** Starts a handover; the job goes on when the dialog is closed. */
export function useStartExport() {
  const http = useHttp();
  return useMutation({
    mutationFn: async (wish: ExportWish): Promise<InvoiceExport> =>
      (await http.call(collectionUrl(invoiceExports, {}), answer, { method: 'POST', body: wish })).result,
  });
}

/** A handover under way, followed until it is done or failed. */
export function useExport(started: InvoiceExport | undefined): InvoiceExport | undefined {
  const one = exportHooks.useOne(started?.id ?? '', {}, { enabled: started !== undefined });
  const current = one.data ?? started;
  const isGoing = current?.state === 'waiting' || current?.state === 'running';
  const { refetch } = one;
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
  return current;
}

/** Saves the file of a handover where the browser saves files. */
export function useDownload() {
  const http = useHttp();
  return useMutation({
    mutationFn: async ({ id, filename }: InvoiceExport) => {
      const response = await http.open(`${collectionUrl(invoiceExports, {})}/${encodeURIComponent(id)}/file`);
      const url = URL.createObjectURL(await response.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  });
}

/** The person's own company, for who cannot choose another. */
export function useOwnCompany(isNeeded: boolean): string | undefined {
  const http = useHttp();
  const own = useQuery({
    queryKey: [...useKeyStart(), 'identity/me'],
    queryFn: async ({ signal }) => (await http.call(mePath, meAnswer, { signal })).result,
    enabled: isNeeded,
  });
  return own.data?.companyId;
}
