import type { z } from 'zod';
import { sql } from 'kysely';
import type { approvalSettings } from '#contract/invoicing/approval-work.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import '../invoicing.tables.ts';

/** How a company's approval goes on by itself. */
export type ApprovalSettings = z.output<typeof approvalSettings>;

/** What holds where nobody changed anything. */
const unset: ApprovalSettings = {
  digestHour: null,
  escalateAfter: null,
  escalateTo: null,
  bulkNeedsOpened: true,
  mailsTurns: false,
  rowVersion: 0,
};

const settings = (db: Db) =>
  db
    .selectFrom('approval_settings')
    .select([
      'digest_hour as digestHour',
      'escalate_after as escalateAfter',
      'escalate_to as escalateTo',
      'bulk_needs_opened as bulkNeedsOpened',
      'mails_turns as mailsTurns',
      'row_version as rowVersion',
    ]);

export async function findSettings(db: Db, companyId: string): Promise<ApprovalSettings> {
  return (await settings(db).where('company_id', '=', companyId).executeTakeFirst()) ?? unset;
}

/** Whether approving several at once leaves out what the person never opened. */
export async function findBulkSetting(db: Db, companyId: string): Promise<boolean> {
  return (await findSettings(db, companyId)).bulkNeedsOpened;
}

/** The settings of every company that changed any. */
export function listSettings(db: Db): Promise<(ApprovalSettings & { readonly companyId: string })[]> {
  return settings(db).select('company_id as companyId').orderBy('company_id').execute();
}

/** Locks the settings of a company until the transaction ends. */
export async function lockSettings(tx: Tx, companyId: string): Promise<ApprovalSettings> {
  await sql`insert into approval_settings (company_id, row_version) values (${companyId}, 0) on conflict do nothing`.execute(
    tx,
  );
  return settings(tx).where('company_id', '=', companyId).forUpdate().executeTakeFirstOrThrow();
}

export async function saveSettings(
  tx: Tx,
  ctx: Writer,
  companyId: string,
  change: Omit<ApprovalSettings, 'rowVersion'>,
): Promise<void> {
  await tx
    .updateTable('approval_settings')
    .set({
      digest_hour: change.digestHour,
      escalate_after: change.escalateAfter,
      escalate_to: change.escalateTo,
      bulk_needs_opened: change.bulkNeedsOpened,
      mails_turns: change.mailsTurns,
      row_version: sql`row_version + 1`,
      updated_at: ctx.now().toISOString(),
      updated_by: ctx.caller.userId,
    })
    .where('company_id', '=', companyId)
    .execute();
}
