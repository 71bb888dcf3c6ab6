import { useEffect } from 'react';
import type { z } from 'zod';
import { meAnswer, mePath } from '#contract/identity/me.ts';
import { type exportCommand, invoiceExport, invoiceExports } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** An export and its progress. */
export type InvoiceExport = z.output<typeof invoiceExport>;

export const exportHooks = resourceHooks(invoiceExports);

const url = collectionUrl(invoiceExports, {});
/** Live events tell when it is done; polling only bridges a lost connection, in milliseconds. */
const pollMs = 1500;

/** Starts an export; the job goes on when the dialog is closed. */
export function useStartExport() {
  return useVerb({ call: (body: z.input<typeof exportCommand>) => ({ url, body }), result: invoiceExport });
}

/** A running export, followed until it is done or failed. */
export function useExport(started: InvoiceExport | undefined): InvoiceExport | undefined {
  const query = exportHooks.useOne(started?.id ?? '', {}, { enabled: started !== undefined });
  const current = query.data ?? started;
  const isGoing = current?.state === 'waiting' || current?.state === 'running';
  const { refetch } = query;
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), pollMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
  return current;
}

/** The address of the file of an export. */
export function exportFileUrl({ id }: InvoiceExport): string {
  return `${url}/${encodeURIComponent(id)}/file`;
}

/** The person's own company, for who cannot choose another. */
export function useOwnCompany(isNeeded: boolean): string | undefined {
  return useAnswer(['identity/me'], mePath, meAnswer.shape.result, { enabled: isNeeded }).data?.companyId;
}
