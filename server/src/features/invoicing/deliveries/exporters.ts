import { strToU8, zipSync } from 'fflate';
import { type exportedCouplings, hasExporter } from '#contract/invoicing/deliveries.ts';
import { csvOf } from '../exports/csv.rules.ts';
import { accountview } from './accountview.rules.ts';
import { afas, ubl } from './afas.rules.ts';
import {
  type BatchContent,
  bookingObstacles,
  type ExportedFile,
  type Exporter,
  type ExportObstacle,
} from './exported-batch.ts';
import { exact } from './exact.rules.ts';
import { king } from './king.rules.ts';
import { snelstart } from './snelstart.rules.ts';
import { bookingsXml } from './bookings-xml.rules.ts';

const csv: Exporter = {
  obstacles: () => [],
  filesOf: async ({ invoices }) => [{ name: 'facturen.csv', bytes: csvOf(invoices) }],
};

const xml: Exporter = {
  obstacles: bookingObstacles,
  filesOf: async (batch) => [{ name: 'boekingen.xml', bytes: strToU8(bookingsXml(batch)) }],
};

const exporters: Readonly<Record<(typeof exportedCouplings)[number], Exporter>> = {
  csv,
  ubl,
  xml,
  afas,
  'afas-online': afas,
  snelstart_online: snelstart,
  snelstartgateway: snelstart,
  exact,
  king,
  accountview,
  // Its incoming documents are UBL (docs/couplings/navision.md).
  navision: ubl,
  // For trials: it writes what `csv` writes and is never delivered.
  dummy: csv,
};

/** The exporter of a coupling, or undefined where there is none yet. */
export function exporterOf(coupling: string): Exporter | undefined {
  return hasExporter(coupling) ? exporters[coupling] : undefined;
}

/** What keeps a batch from being written by its coupling: codes that it has no name for, then what its exporter needs. */
export function obstaclesOf(exporter: Exporter, batch: BatchContent): readonly ExportObstacle[] {
  const all = [...batch.unmapped, ...exporter.obstacles(batch)];
  const keys = all.map(({ code, about, aboutId }) => JSON.stringify([code, about, aboutId]));
  return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** The one file that a delivery is: a single file as it is, several in a ZIP, in their order. */
export function packed(files: readonly ExportedFile[], stem: string): ExportedFile {
  const [first] = files;
  if (files.length === 1 && first)
    return { name: `${stem}${first.name.slice(first.name.lastIndexOf('.'))}`, bytes: first.bytes };
  // Fixed times: the same invoices give the same bytes.
  const entries = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return { name: `${stem}.zip`, bytes: zipSync(entries, { mtime: '2000-01-01T12:00:00' }) };
}
