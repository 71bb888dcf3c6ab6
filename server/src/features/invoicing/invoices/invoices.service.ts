import type { invoices } from '#contract/invoicing/invoices.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import * as repository from './invoices.repository.ts';

/** An invoice as it travels. */
export type Invoice = Rec<typeof invoices>;

export async function listInvoices(ctx: Context, query: ListQuery, which: repository.Which) {
  const page = await repository.list(ctx.db, ctx.scope, query, which);
  return {
    ...page,
    // In place: copying 250 rows costs more than reading them.
    rows: page.rows.map((row) => Object.assign(row, partiesOf(row))),
  };
}

/** The names of whom an invoice is about, as they are read. */
export interface StoredParties {
  readonly creditorName: string;
  readonly administrationId: string | null;
  readonly administrationName: string | null;
  readonly companyName: string;
}

function partiesOf({
  creditorName,
  administrationId: id,
  administrationName: name,
  companyName,
}: StoredParties) {
  return {
    creditor: { name: creditorName },
    administration: id === null || name === null ? null : { id, name },
    company: { name: companyName },
  };
}

/** The invoice within the caller's scope, or null; inside a transaction as that one sees it. */
export async function findInvoice(ctx: Context, id: string, db: Db = ctx.db): Promise<Invoice | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? invoiceOf(ctx, found) : null;
}

/** As `findInvoice`, at the end of a transaction, which commits with it. */
export async function findInvoiceAndCommit(ctx: Context, id: string, tx: Tx): Promise<Invoice | null> {
  const found = await repository.findByIdAndCommit(tx, ctx.scope, id);
  return found ? invoiceOf(ctx, found) : null;
}

function invoiceOf({ language }: Context, found: repository.StoredInvoice): Invoice {
  const { lines, exportError, ...rest } = found;
  return {
    ...rest,
    ...partiesOf(found),
    booking: { lines },
    exportError: exportError && sentence(language, `export-${exportError}`),
  };
}
