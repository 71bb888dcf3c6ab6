import { dayOfInstant } from '#contract/dates.ts';
import type { invoices } from '#contract/invoicing/invoices.ts';
import type { InvoiceWarning, WarningMark } from '#contract/invoicing/warnings.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { dueInDays } from '../warnings/warning.rules.ts';
import * as repository from './invoices.repository.ts';

/** An invoice as it travels. */
export type Invoice = Rec<typeof invoices>;

export async function listInvoices(ctx: Context, query: ListQuery, which: repository.Which) {
  const page = await repository.list(ctx.db, ctx.scope, query, which);
  return {
    ...page,
    // In place: copying 250 rows costs more than reading them.
    rows: page.rows.map((row) => Object.assign(row, partiesOf(row), { warnings: withDueSoon(ctx, row) })),
  };
}

type Waiting = Pick<
  repository.StoredInvoice,
  'dueDate' | 'statusValue' | 'paymentStatus' | 'warnings' | 'isDueSoonOff'
>;

// Days pass, so what is due soon is known when it is read (§C14).
function dueSoon(
  { now }: Pick<Context, 'now'>,
  { dueDate, isDueSoonOff, statusValue, paymentStatus }: Waiting,
) {
  if (isDueSoonOff || statusValue === 'Processed' || paymentStatus !== 'toPay') return undefined;
  const days = dueInDays(dueDate, dayOfInstant(now()));
  return days === null ? undefined : dueWarning({ dueDate, days });
}

function withDueSoon(ctx: Pick<Context, 'now'>, row: Waiting): WarningMark[] {
  return dueSoon(ctx, row) ? [...row.warnings, { code: 'due-soon', severity: 'info' }] : row.warnings;
}

const dueWarning = (details: InvoiceWarning['details']): InvoiceWarning => ({
  code: 'due-soon',
  severity: 'info',
  subject: '',
  details,
  state: 'open',
  raisedAt: null,
  closedAt: null,
  closedBy: '',
  reason: '',
});

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

function invoiceOf(ctx: Context, found: repository.StoredInvoice): Invoice {
  const { language } = ctx;
  const { lines, exportError, ...rest } = found;
  const due = dueSoon(ctx, found);
  return {
    ...rest,
    warnings: withDueSoon(ctx, found),
    warningDetails: due ? [...found.warningDetails, due] : found.warningDetails,
    ...partiesOf(found),
    booking: { lines },
    exportError:
      exportError &&
      sentence(language, exportError === 'failed' ? 'export-failed' : `delivery-${exportError}`),
  };
}
