import { sql } from 'kysely';
import type { OrderPurchases } from '#contract/purchases/order-links.ts';
import type { UsedBy } from '#contract/problem.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import { withinBoth } from '#server/features/core/index.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import type { KnownLine } from './links.rules.ts';
import './purchases.tables.ts';

/** Which invoice. */
export interface InvoiceKey {
  readonly companyId: string;
  readonly id: string;
}

// Invoices of three: rejected ones are no purchase (§C3).
const rejected = 2;
/** Links count while their invoice is neither removed nor rejected. */
const counts = sql`i.deleted_at is null and i.approval_state <> ${sql.lit(rejected)}`;

/** An invoice that the caller may read, with what links are compared with; locked where asked. */
export async function findInvoice(db: Db, scope: Scope, id: string, isLocked = false) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(withinBoth(scope, 'invoices'))
    .$if(isLocked, (query) => query.forUpdate())
    .select([
      'company_id as companyId',
      'id',
      'document_id as documentId',
      'order_number as orderNumber',
      'excl_in_cents as exclInCents',
      sql<boolean>`approval_state = ${sql.lit(rejected)}`.as('isRejected'),
    ])
    .executeTakeFirst();
}

/** A line with what is charged for it by other invoices. */
export interface FoundLine extends KnownLine {
  readonly yearNumber: string;
  readonly isInvoiced: boolean;
}

// The orders of two years: older ones are bought.
const maxAge = sql`interval '2 years'`;
const maxOrders = 2000;

/** The lines of a company's orders that an invoice may be for, or those of these ids. */
export async function listLines(
  db: Db,
  { companyId, id }: InvoiceKey,
  ids?: readonly string[],
): Promise<FoundLine[]> {
  const which =
    ids === undefined
      ? sql`o.id in (select w.id from work_orders w where w.company_id = ${companyId} and w.deleted_at is null
          and w.created_at > now() - ${maxAge} order by w.created_at desc limit ${sql.lit(maxOrders)})`
      : sql`l.id = any(${[...ids].filter(isId)}::uuid[])`;
  const { rows } = await sql<FoundLine>`
    select l.id as "orderLineId", o.id as "workOrderId", o.year, o.number, o.year_number as "yearNumber", o.reference,
      l.description, l.purchase_amount as "purchaseAmount", o.status = 6 as "isInvoiced",
      (select coalesce(sum(p.amount_in_cents), 0)::bigint from purchase_links p
        join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = l.company_id and p.work_order_id = l.work_order_id and p.order_line_id = l.id
          and p.invoice_id <> ${id} and ${counts}) as "otherInCents"
    from order_lines l join work_orders o on o.company_id = l.company_id and o.id = l.work_order_id
    where l.company_id = ${companyId} and l.deleted_at is null and o.deleted_at is null and ${which}
    order by o.created_at desc, o.number desc, l.position, l.id`.execute(inOneCompany(db, companyId));
  return rows;
}

export function listLinks(db: Db, { companyId, id }: InvoiceKey) {
  return db
    .selectFrom('purchase_links')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .select([
      'order_line_id as orderLineId',
      'amount_in_cents as amountInCents',
      'linked_at as linkedAt',
      'linked_by_name as linkedByName',
    ])
    .execute();
}

/** Writes all links of an invoice; those that stay keep who made them. */
export async function replaceLinks(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  links: readonly {
    readonly orderLineId: string;
    readonly workOrderId: string;
    readonly amountInCents: number;
  }[],
  by: { readonly userId: string; readonly name: string; readonly at: Date },
): Promise<void> {
  await tx
    .deleteFrom('purchase_links')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .$if(links.length > 0, (query) =>
      query.where(
        'order_line_id',
        'not in',
        links.map(({ orderLineId }) => orderLineId),
      ),
    )
    .execute();
  if (links.length === 0) return;
  await tx
    .insertInto('purchase_links')
    .values(
      links.map(({ orderLineId, workOrderId, amountInCents }) => ({
        company_id: companyId,
        invoice_id: id,
        order_line_id: orderLineId,
        work_order_id: workOrderId,
        amount_in_cents: amountInCents,
        linked_at: by.at.toISOString(),
        linked_by: by.userId,
        linked_by_name: by.name,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'invoice_id', 'order_line_id'])
        .doUpdateSet((excluded) => ({ amount_in_cents: excluded.ref('excluded.amount_in_cents') })),
    )
    .execute();
}

type PurchasedLine = OrderPurchases['lines'][number];

/** The lines of an order with the invoices that charge them. */
export async function listPurchases(
  db: Db,
  companyId: string,
  workOrderId: string,
): Promise<(Omit<PurchasedLine, 'isWaiting' | 'realInCents'> & { readonly salesInCents: number })[]> {
  const { rows } = await sql<Omit<PurchasedLine, 'isWaiting' | 'realInCents'> & { salesInCents: number }>`
    select l.id, l.description, l.purchase_amount as "plannedInCents", l.sales_amount as "salesInCents",
      (select coalesce(json_agg(json_build_object('id', i.id, 'documentId', i.document_number,
          'creditor', i.creditor_name, 'amountInCents', p.amount_in_cents) order by p.linked_at, i.id), '[]'::json)
        from purchase_links p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = l.company_id and p.work_order_id = l.work_order_id and p.order_line_id = l.id
          and ${counts}) as invoices
    from order_lines l
    where l.company_id = ${companyId} and l.work_order_id = ${workOrderId} and l.deleted_at is null
      and l.is_accepted is distinct from false
    order by l.position, l.id`.execute(inOneCompany(db, companyId));
  return rows;
}

/** The invoices that charge an order, or one line of it. */
export async function listUses(
  db: Db,
  companyId: string,
  of: { readonly workOrderId: string } | { readonly orderLineId: string },
): Promise<Pick<UsedBy, 'id' | 'name'>[]> {
  const which =
    'workOrderId' in of ? sql`p.work_order_id = ${of.workOrderId}` : sql`p.order_line_id = ${of.orderLineId}`;
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct i.id, i.document_number as name from purchase_links p
    join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${companyId} and ${which} and ${counts} order by 2`.execute(
    inOneCompany(db, companyId),
  );
  return rows;
}
