import { documents } from '#contract/documents/documents.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { satisfiesAny } from '#contract/permissions.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { resourceHooks, type Asking } from '#portal/kit/data/resource-hooks.ts';

type May = (required: string) => boolean;

export const documentHooks = resourceHooks(documents);
export const toCompleteHooks = resourceHooks(unknownDocuments);

/** How many documents are to be completed. */
export const toCompleteQuery: ListQuery = { top: 1 };

/** The documents that wait or need attention, or fulfil another condition as well. */
export function uploadsQuery(or = ''): ListQuery {
  const open = `state in ('Nieuw', 'Bezig', 'Onbekend', 'Onverwerkbaar')${or}`;
  return { top: 100, orderBy: 'createdAt desc', count: false, filter: open };
}

export function seesUploads(may: May): boolean {
  return may('fmmodule.documents.read');
}

/** Staff have the list of all customers in their menu. */
export function seesToComplete(may: May): boolean {
  return may('fmmanagement.documents.update') && !may('fmmanagement.documents.read.system');
}

/** Prefetches what the list of invoices shows of uploads. */
export async function askUploads(asking: Asking): Promise<void> {
  const may: May = (required) => satisfiesAny(asking.held, required);
  if (!seesUploads(may)) return;
  await Promise.all([
    documentHooks.askList(asking, uploadsQuery(), {}),
    seesToComplete(may) && toCompleteHooks.askList(asking, toCompleteQuery, {}),
  ]);
}
