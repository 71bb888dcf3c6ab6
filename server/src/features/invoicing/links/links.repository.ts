import { sql } from 'kysely';
import { approvalLineStates } from '#contract/invoicing/invoices.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { isAwayToday } from '../absences/absences.repository.ts';
import type { LinkKey } from './link-token.ts';
import type { LinkFacts } from './links.rules.ts';
import '../invoicing.tables.ts';

const stateName = nameAt(approvalLineStates, 'a.state');

/** What an invoice says now, as far as a decision is about it. */
export async function factsOf(
  db: Db,
  { companyId, invoiceId }: { readonly companyId: string; readonly invoiceId: string },
): Promise<LinkFacts | undefined> {
  const { rows } = await sql<LinkFacts>`
    select json_build_object('invoiceNumber', i.invoice_number, 'invoiceDate', i.invoice_date, 'dueDate', i.due_date,
        'creditor', i.creditor_name, 'currency', i.currency, 'totalAmount', i.total_in_cents, 'exclAmount', i.excl_in_cents,
        'vatAmount', i.vat_in_cents, 'iban', i.iban, 'administration', i.administration_id,
        'paymentReference', i.payment_reference, 'state', i.status || ' ' || i.approval_state, 'round', i.round) as values,
      array(select concat_ws(' ', l.ledger_number, l.cost_center, l.vat_code, l.debit_in_cents, l.credit_in_cents)
        from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id order by l.line_number) as booking,
      array(select p.image_sha256 from document_pages p
        where p.company_id = i.company_id and p.document_id = i.document_id order by p.number) as pages,
      array(select concat_ws(' ', a.id, a.user_id, a.sequence, a.mode, ${stateName}) from invoice_approvals a
        where a.company_id = i.company_id and a.invoice_id = i.id and a.round = i.round order by a.sequence, a.id) as lines
    from invoices i where i.company_id = ${companyId} and i.id = ${invoiceId} and i.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** A link, as it was made and used. */
export interface StoredLink extends LinkKey {
  readonly invoiceId: string;
  readonly userId: string;
  readonly facts: LinkFacts;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly usedVerb: string | null;
}

export async function findLink(db: Db, { companyId, id }: LinkKey): Promise<StoredLink | undefined> {
  return db
    .selectFrom('approval_links')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select([
      'company_id as companyId',
      'id',
      'invoice_id as invoiceId',
      'user_id as userId',
      'facts',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'used_verb as usedVerb',
    ])
    .executeTakeFirst();
}

export async function insertLink(
  tx: Tx,
  link: Omit<StoredLink, 'usedAt' | 'usedVerb'>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('approval_links')
    .values({
      company_id: link.companyId,
      id: link.id,
      invoice_id: link.invoiceId,
      user_id: link.userId,
      facts: JSON.stringify(link.facts),
      made_at: at.toISOString(),
      expires_at: link.expiresAt,
      used_at: null,
      used_verb: null,
    })
    .execute();
}

/** Uses a link up; false when it was used before. */
export async function claimLink(
  tx: Tx,
  { companyId, id }: LinkKey,
  verb: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('approval_links')
    .set({ used_at: at.toISOString(), used_verb: verb })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says that what a link decided was taken back; the link stays used. */
export async function noteUndone(tx: Tx, { companyId, id }: LinkKey): Promise<void> {
  await tx
    .updateTable('approval_links')
    .set({ used_verb: 'undone' })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** A turn that nobody was mailed about. */
export interface UnmailedTurn {
  readonly id: string;
  readonly invoiceId: string;
  readonly userId: string;
}

/** The turns of a company that began before a moment and nobody was mailed about; locked, so that each is mailed once. */
export async function takeUnmailed(tx: Tx, companyId: string, before: Date): Promise<UnmailedTurn[]> {
  const { rows } = await sql<UnmailedTurn>`
    update invoice_approvals a set mailed_at = ${before.toISOString()}::timestamptz
    where a.company_id = ${companyId} and a.state = 1 and a.mailed_at is null
      and a.pending_since < ${before.toISOString()}::timestamptz
    returning a.id, a.invoice_id as "invoiceId", a.user_id as "userId"`.execute(tx);
  return rows;
}

/** Whether a warning that stops the invoice is open. */
export async function hasOpenStop(
  db: Db,
  link: Pick<StoredLink, 'companyId' | 'invoiceId'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('invoices')
    .where('company_id', '=', link.companyId)
    .where('id', '=', link.invoiceId)
    .where('warning_level', '=', 3)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether it is a person's turn on an invoice, or that of somebody whom they stand in for today. */
export async function hasTurn(
  db: Db,
  { companyId, invoiceId, userId }: Pick<StoredLink, 'companyId' | 'invoiceId' | 'userId'>,
): Promise<boolean> {
  const { rows } = await sql`select from invoice_approvals a
    where a.company_id = ${companyId} and a.invoice_id = ${invoiceId} and a.state = 1
      and (a.user_id = ${userId} or exists (select from approver_absences b where b.company_id = a.company_id
        and b.user_id = a.user_id and b.substitute_id = ${userId} and ${isAwayToday})) limit 1`.execute(
    inOneCompany(db, companyId),
  );
  return rows.length > 0;
}
