import { sql } from 'kysely';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import { mailStates, type MailState } from '#contract/billing/invoice-states.ts';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import '../billing.tables.ts';

/** A final invoice. */
export interface InvoiceKey {
  readonly companyId: string;
  readonly invoiceId: string;
}

/** A mail of an invoice that is to go out. */
export interface InvoiceMail extends InvoiceKey {
  readonly mailId: string;
  readonly to: string;
}

const numberOf = (state: MailState) => mailStates.indexOf(state);

// As many as one statement takes: PostgreSQL allows 65,535 parameters.
const batchSize = 1000;

/** Lets mails wait whose invoices are in one of these states; gives those. Of two at once one gets an invoice. */
export async function startMails(
  tx: Tx,
  mails: readonly InvoiceMail[],
  from: readonly MailState[],
): Promise<InvoiceMail[]> {
  const started = new Set<string>();
  for (let start = 0; start < mails.length; start += batchSize) {
    const rows = await tx
      .insertInto('billing_invoice_states')
      .values(
        mails.slice(start, start + batchSize).map(({ companyId, invoiceId, mailId, to }) => ({
          company_id: companyId,
          invoice_id: invoiceId,
          mail_state: numberOf('waiting'),
          mail_id: mailId,
          mail_to: to,
          mailed_at: null,
          paid_on: null,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'invoice_id'])
          .doUpdateSet({
            mail_state: sql`excluded.mail_state`,
            mail_id: sql`excluded.mail_id`,
            mail_to: sql`excluded.mail_to`,
          })
          .where('billing_invoice_states.mail_state', 'in', from.map(numberOf)),
      )
      .returning('mail_id')
      .execute();
    for (const { mail_id: id } of rows) if (id !== null) started.add(id);
  }
  return mails.filter(({ mailId }) => started.has(mailId));
}

/** Moves a mail from one state to another; false where it is in another by now. */
export async function moveMail(
  db: Db,
  { companyId, invoiceId, mailId }: Omit<InvoiceMail, 'to'>,
  from: MailState,
  to: MailState,
  at?: Date,
): Promise<boolean> {
  const moved = await db
    .updateTable('billing_invoice_states')
    .set({ mail_state: numberOf(to), ...(at === undefined ? {} : { mailed_at: at.toISOString() }) })
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', invoiceId)
    .where('mail_id', '=', mailId)
    .where('mail_state', '=', numberOf(from))
    .returning('invoice_id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Stores the day that an invoice was paid, or that it was not. */
export async function setPaid(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  paidOn: string | null,
): Promise<void> {
  await tx
    .insertInto('billing_invoice_states')
    .values({
      company_id: companyId,
      invoice_id: invoiceId,
      mail_id: null,
      mailed_at: null,
      paid_on: paidOn,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'invoice_id']).doUpdateSet({ paid_on: paidOn }))
    .execute();
}

/** The final invoices of a run, each with its mail and whether its files are made, by the name of its customer. */
export async function listMails(db: Db, runId: string) {
  return db
    .selectFrom('billing_invoices as i')
    .leftJoin('billing_papers as p', (join) =>
      join.onRef('p.company_id', '=', 'i.company_id').onRef('p.invoice_id', '=', 'i.id'),
    )
    .leftJoin('billing_invoice_states as s', (join) =>
      join.onRef('s.company_id', '=', 'i.company_id').onRef('s.invoice_id', '=', 'i.id'),
    )
    .where('i.run_id', '=', runId)
    .orderBy(sql`i.name collate natural_order`)
    .select([
      'i.company_id as companyId',
      'i.id as invoiceId',
      'i.invoice_number as invoiceNumber',
      'i.name',
      sql<string>`coalesce(i.buyer ->> 'email', '')`.as('email'),
      sql<MailState>`(array[${sql.join(mailStates.map((name) => sql.lit(name)))}])[coalesce(s.mail_state, 0) + 1]`.as(
        'mailState',
      ),
      sql<boolean>`p.pdf_sha256 is not null`.as('hasPdf'),
    ])
    .execute();
}

/** Notifies the open screens of a run and of customers. */
export async function publishChange(
  tx: Tx,
  { events }: Pick<Services, 'events'>,
  runId: string,
): Promise<void> {
  await events.publish(tx, { resource: billingRuns.path, companyId: noCompany, id: runId });
  await events.publish(tx, { resource: issuedInvoices.path, companyId: noCompany });
}
