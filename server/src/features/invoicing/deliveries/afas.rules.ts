import { strToU8 } from 'fflate';
import { ublOf } from '../exports/ubl.rules.ts';
import type { BookedInvoice, ExportedBatch, ExportedFile, Exporter } from './exported-batch.ts';

/**
 * UBL and picture of the same name for AFAS. The picture comes first: the receiver deletes what it read as soon as the
 * UBL is there (docs/couplings/afas.md).
 */
export const afas: Exporter = {
  obstacle: ({ administration }) =>
    administration.kvk === '' ? { code: 'kvk-missing', about: administration.name } : undefined,
  filesOf: async (batch) => {
    const files: ExportedFile[] = [];
    for (const invoice of batch.invoices) files.push(...(await filesOf(batch, invoice)));
    return files;
  },
};

/** UBL of each invoice, without pictures. */
export const ubl: Exporter = {
  obstacle: () => undefined,
  filesOf: async ({ invoices }) =>
    invoices.map((invoice) => ({ name: `${invoice.documentNumber}.xml`, bytes: strToU8(ublOf(invoice)) })),
};

async function filesOf({ read }: ExportedBatch, invoice: BookedInvoice): Promise<ExportedFile[]> {
  const { sha256, mime } = invoice.original;
  const picture =
    mime === 'application/pdf' ? [{ name: `${invoice.documentNumber}.pdf`, bytes: await read(sha256) }] : [];
  return [...picture, { name: `${invoice.documentNumber}.xml`, bytes: strToU8(ublOf(invoice)) }];
}
