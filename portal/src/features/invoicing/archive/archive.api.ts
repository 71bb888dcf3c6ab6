import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  archive,
  archiveAnswer,
  archivedAdministration,
  archivedInvoice,
  type ArchiveQuery,
  originalsAnswer,
} from '#contract/invoicing/archive.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

const url = `/api/${archive.path}`;

/** What is asked of the archive; absent values narrow nothing. */
export type Asked = { readonly [name in Exclude<keyof ArchiveQuery, 'before'>]?: string | undefined };

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return new URLSearchParams(given).toString();
}

/** The invoices of the archive, part by part; asked again whenever an invoice changes. */
export function useArchive(asked: Asked) {
  const http = useHttp();
  return useInfiniteQuery({
    queryKey: [...useKeyStart(), invoices.path, archive.path, asked],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      http.call(`${url}?${queryOf({ ...asked, before: pageParam })}`, archiveAnswer, { signal }),
    getNextPageParam: ({ metadata }) => metadata.next ?? undefined,
  });
}

/** The administrations whose invoices the person may see. */
export function useArchivedAdministrations(companyId: string | undefined) {
  const key = [invoices.path, archive.path, 'administrations', companyId];
  return useAnswer(key, `${url}/administrations?${queryOf({ companyId })}`, z.array(archivedAdministration));
}

/** Whether the originals of a company are as they were stored. */
export function useOriginals(companyId: string | undefined) {
  const key = [invoices.path, archive.path, 'originals', companyId];
  return useAnswer(key, `${url}/originals?${queryOf({ companyId })}`, originalsAnswer);
}

/** One invoice as it is kept, with the places of what was sought. */
export function useArchived(id: string, q: string) {
  const key = [invoices.path, archive.path, id, q];
  return useAnswer(key, `${urlOf(id)}?${queryOf({ q })}`, archivedInvoice);
}

/** The address of an invoice in the archive. */
export function urlOf(id: string): string {
  return `${url}/${encodeURIComponent(id)}`;
}
