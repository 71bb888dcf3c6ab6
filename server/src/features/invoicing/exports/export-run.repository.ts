import { sql } from 'kysely';
import { isTheirs } from '#server/features/core/index.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Taken } from './exported-invoices.repository.ts';
import { isReleased } from '../touchless/results.repository.ts';
import { ExportNumber, SeverityNumber, StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** Which export. */
export type ExportKey = Taken;

const unfinished = [ExportNumber.waiting, ExportNumber.running];

/** Takes an export that waits or was interrupted, with every approved invoice that no other took; undefined when it is done. */
export async function take(tx: Tx, { companyId, exportId }: ExportKey) {
  const taken = await tx
    .updateTable('invoice_exports')
    .set({ state: ExportNumber.running })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .returning([
      'format',
      'administration_id as administrationId',
      'created_by as userId',
      'created_by_name as userName',
    ])
    .executeTakeFirst();
  if (!taken) return undefined;
  let invoices = tx
    .updateTable('invoices')
    .set({ export_id: exportId, row_version: sql`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .where('export_id', 'is', null)
    // An account that was blocked after the approval stops it here (§C14).
    .where('warning_level', '<', SeverityNumber.stop)
    .where('deleted_at', 'is', null)
    .where(isReleased('invoices'))
    // Who is narrowed exports what they see.
    .where(isTheirs({ companyId, userId: taken.userId ?? noCompany }, 'invoices.administration_id'));
  if (taken.administrationId !== null)
    invoices = invoices.where('administration_id', '=', taken.administrationId);
  await invoices.execute();
  return taken;
}

/** Finishes an export with its file, or without one when there was nothing to export; false when it was finished before. */
export async function finish(
  tx: Tx,
  { companyId, exportId }: ExportKey,
  result: { readonly count: number; readonly sha256: string | null; readonly filename: string },
  at: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable('invoice_exports')
    .set({
      state: ExportNumber.done,
      invoice_count: result.count,
      file_sha256: result.sha256,
      filename: result.filename,
      error: null,
      finished_at: at.toISOString(),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Releases the invoices, still approved, with the error (§C1). */
export async function fail(
  tx: Tx,
  { companyId, exportId }: ExportKey,
  code: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({
      export_id: null,
      export_error: code,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('export_id', '=', exportId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .execute();
  await tx
    .updateTable('invoice_exports')
    .set({ state: ExportNumber.failed, error: code, finished_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .execute();
}
