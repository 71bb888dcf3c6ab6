import { sql } from 'kysely';
import { type SupplierMailState, supplierMailStates } from '#contract/invoicing/supplier-mail.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import '../invoicing.tables.ts';
import './supplier-mails.tables.ts';

/** One mail. */
export interface MailKey {
  readonly companyId: string;
  readonly mailId: string;
}

const numberOf = (state: SupplierMailState) => supplierMailStates.indexOf(state);

/** What a letter to the supplier of an invoice names. */
export function findAbout(db: Db, companyId: string, invoiceId: string) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('companies as company', 'company.id', 'i.company_id')
    .leftJoin('administrations as a', (join) =>
      join.onRef('a.company_id', '=', 'i.company_id').onRef('a.id', '=', 'i.administration_id'),
    )
    .leftJoin('creditors as c', (join) =>
      join.onRef('c.company_id', '=', 'i.company_id').onRef('c.id', '=', 'i.creditor_id'),
    )
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', invoiceId)
    .select([
      'i.invoice_number as invoiceNumber',
      'i.invoice_date as invoiceDate',
      'i.total_in_cents as totalInCents',
      'i.currency',
      sql<string>`coalesce(a.name, company.name)`.as('buyer'),
      sql<string>`coalesce(c.email, '')`.as('email'),
      sql<string>`coalesce(c.country, '')`.as('country'),
    ])
    .executeTakeFirst();
}

/** A mail about to be asked for. */
export interface NewMail {
  readonly companyId: string;
  readonly id: string;
  readonly invoiceId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly language: 'nl' | 'en';
  readonly by: { readonly userId: string; readonly name: string; readonly email: string };
  readonly at: Date;
}

export async function insert(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('invoice_supplier_mails')
    .values({
      company_id: mail.companyId,
      id: mail.id,
      invoice_id: mail.invoiceId,
      mail_to: mail.to,
      subject: mail.subject,
      text: mail.text,
      language: mail.language,
      asked_by: mail.by.userId,
      asked_by_name: mail.by.name,
      reply_to: mail.by.email,
      asked_at: mail.at.toISOString(),
      ended_at: null,
    })
    .execute();
}

/** Withdraws the mails of an invoice that did not go out yet. */
export async function withdrawWaiting(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoice_supplier_mails')
    .set({ state: numberOf('withdrawn'), ended_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .where('state', '=', numberOf('waiting'))
    .execute();
}

/** Moves a mail from one state to another; false where it is in another by now. */
export async function move(
  db: Db,
  { companyId, mailId }: MailKey,
  from: SupplierMailState,
  to: SupplierMailState,
  endedAt?: Date,
): Promise<boolean> {
  const moved = await db
    .updateTable('invoice_supplier_mails')
    .set({ state: numberOf(to), ...(endedAt === undefined ? {} : { ended_at: endedAt.toISOString() }) })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', numberOf(from))
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** A mail with its words. */
export function findById(db: Db, { companyId, mailId }: MailKey) {
  return db
    .selectFrom('invoice_supplier_mails as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', mailId)
    .select([
      'm.invoice_id as invoiceId',
      'm.mail_to as to',
      'm.subject',
      'm.text',
      'm.language',
      'm.reply_to as replyTo',
      'c.name as companyName',
    ])
    .executeTakeFirst();
}

/** The mails of an invoice, the newest first. */
export function listOf(db: Db, companyId: string, invoiceId: string) {
  return db
    .selectFrom('invoice_supplier_mails as m')
    .where('m.company_id', '=', companyId)
    .where('m.invoice_id', '=', invoiceId)
    .orderBy('m.asked_at', 'desc')
    .limit(20)
    .select([
      'm.id',
      'm.mail_to as to',
      nameAt(supplierMailStates, 'm.state').as('state'),
      'm.asked_by_name as askedBy',
      'm.asked_at as askedAt',
      'm.ended_at as endedAt',
    ])
    .execute();
}
