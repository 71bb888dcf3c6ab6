import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import type { ExportedBatch, ExportedFile } from './exported-batch.ts';

/** The PDF that came in, under the number of its document; nothing where it was no PDF. */
export async function pictureOf(
  { read }: ExportedBatch,
  { documentNumber, original }: ExportedInvoice,
): Promise<ExportedFile[]> {
  if (original.mime !== 'application/pdf') return [];
  return [{ name: `${documentNumber}.pdf`, bytes: await read(original.sha256) }];
}
