import { z } from 'zod';
import {
  bookingPeriod,
  chartEntry,
  chartImport,
  type ChartKind,
  charts,
  type importFormats,
  type saveEntriesCommand,
  type savePeriodsCommand,
  type saveVatCodeCommand,
  vatCode,
} from '#contract/invoicing/charts.ts';
import { collectionUrl } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

export const chartHooks = resourceHooks(charts);

/** An entry of a chart. */
export type ChartEntry = z.output<typeof chartEntry>;
/** A VAT code with its rates. */
export type ChartVatCode = z.output<typeof vatCode>;
/** A period of the books. */
export type ChartPeriod = z.output<typeof bookingPeriod>;
/** A file that was read. */
export type ChartImport = z.output<typeof chartImport>;

const urlOf = (id: string, part: string) => `${collectionUrl(charts, {})}/${encodeURIComponent(id)}/${part}`;
const entries = z.array(chartEntry);
const codes = z.array(vatCode);
const periods = z.array(bookingPeriod);

export function useEntries(id: string, kind: ChartKind) {
  return useAnswer([charts.path, 'entries', id, kind], urlOf(id, `entries?kind=${kind}`), entries);
}

export function useSaveEntries(id: string) {
  return useVerb({
    call: (body: z.input<typeof saveEntriesCommand>) => ({
      method: 'PUT' as const,
      url: urlOf(id, 'entries'),
      body,
    }),
    result: entries,
    invalidates: [charts],
  });
}

export function useRemoveEntry(id: string, kind: ChartKind) {
  return useVerb({
    call: (number: string) => ({
      method: 'DELETE' as const,
      url: urlOf(id, `entries?${new URLSearchParams({ kind, number })}`),
    }),
    invalidates: [charts],
  });
}

export function useVatCodes(id: string) {
  return useAnswer([charts.path, 'vat-codes', id], urlOf(id, 'vat-codes'), codes);
}

export function useSaveVatCode(id: string) {
  return useVerb({
    call: (body: z.input<typeof saveVatCodeCommand>) => ({
      method: 'PUT' as const,
      url: urlOf(id, 'vat-codes'),
      body,
    }),
    result: codes,
    invalidates: [charts],
  });
}

export function useRemoveVatCode(id: string) {
  return useVerb({
    call: (code: string) => ({
      method: 'DELETE' as const,
      url: urlOf(id, `vat-codes?${new URLSearchParams({ code })}`),
    }),
    invalidates: [charts],
  });
}

export function usePeriods(id: string) {
  return useAnswer([charts.path, 'periods', id], urlOf(id, 'periods'), periods);
}

export function useSavePeriods(id: string) {
  return useVerb({
    call: (body: z.input<typeof savePeriodsCommand>) => ({
      method: 'PUT' as const,
      url: urlOf(id, 'periods'),
      body,
    }),
    result: periods,
    invalidates: [charts],
  });
}

/** The last files that were read; asked again as their job goes on. */
export function useImports(id: string) {
  return useAnswer([charts.path, 'imports', id], urlOf(id, 'imports'), z.array(chartImport));
}

interface ImportedFile {
  readonly file: File;
  readonly format: (typeof importFormats)[number];
  readonly key: string;
}

/** Sends a file; an audit file is read by a job, the others at once. */
export function useImportFile(id: string) {
  return useVerb({
    call({ file, format, key }: ImportedFile) {
      const body = new FormData();
      body.append('file', file, file.name);
      const query = new URLSearchParams({ filename: file.name, ...(format === 'xaf' ? {} : { format }) });
      return {
        url: urlOf(id, `imports/${format === 'xaf' ? 'xaf' : 'csv'}?${query}`),
        body,
        idempotencyKey: key,
      };
    },
    result: chartImport,
    invalidates: [charts],
  });
}
