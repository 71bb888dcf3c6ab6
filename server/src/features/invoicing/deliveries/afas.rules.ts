import { approvedUbl } from '../ubl/approved-ubl.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import type { ExportedBatch, ExportedFile, Exporter } from './exported-batch.ts';
import { pictureOf } from './picture.ts';

/**
 * UBL and picture of the same name for AFAS. The picture comes first: the receiver deletes what it read as soon as the
 * UBL is there (docs/couplings/afas.md).
 */
export const afas: Exporter = {
  obstacles: ({ administration: { id, name, kvk } }) =>
    kvk === '' ? [{ code: 'kvk-missing', about: name, aboutId: id }] : [],
  filesOf: (batch) =>
    eachOf(batch, async (invoice) => [
      ...(await pictureOf(batch, invoice)),
      await ublOf(batch, invoice, false),
    ]),
};

/** UBL of each invoice, with its picture inside; beside it where an e-invoice goes on as it came, without that. */
export const ubl: Exporter = {
  obstacles: () => [],
  filesOf: (batch) =>
    eachOf(batch, async (invoice) => {
      const written = await ublOf(batch, invoice, true);
      const isBeside = written.eInvoice?.passedOn === 'unchanged' && invoice.eInvoice?.hasPicture === false;
      return [...(isBeside ? await pictureOf(batch, invoice) : []), written];
    }),
};

async function eachOf(
  { invoices }: ExportedBatch,
  filesOf: (invoice: ExportedInvoice) => Promise<ExportedFile[]>,
): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  for (const invoice of invoices) files.push(...(await filesOf(invoice)));
  return files;
}

async function ublOf(
  { read }: ExportedBatch,
  invoice: ExportedInvoice,
  embeds: boolean,
): Promise<ExportedFile> {
  const { bytes, passedOn, differences } = await approvedUbl(invoice, { read, embeds });
  const name = `${invoice.documentNumber}.xml`;
  return { name, bytes, eInvoice: { invoiceId: invoice.id, passedOn, differences } };
}
