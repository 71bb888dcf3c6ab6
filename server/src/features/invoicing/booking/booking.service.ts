import type { z } from 'zod';
import {
  type BookingChart,
  type bookingToEdit,
  type CellProblem,
  checkCosts,
  closedPeriod,
  type saveBookingCommand,
} from '#contract/invoicing/booking.ts';
import { type BookingFacts, computeLines, periodOfDay } from '#contract/invoicing/booking-rules.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersionByHistory, updateRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lock, type LockedInvoice } from '../approval/approval.repository.ts';
import { referenceOf } from '../creation/invoice.rules.ts';
import { assignFlow } from '../flows/assign-flow.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { type Books, readBooks } from './books.repository.ts';
import { bookingWords, chooseComputed, writeCosts } from './booking.rules.ts';
import * as repository from './booking.repository.ts';
import { listEvidence } from './suggestions.repository.ts';
import { type Evidence, suggestSplit } from './suggestions.rules.ts';

/** The booking of an invoice, with all that is needed to edit it. */
export async function editBooking(ctx: Context, id: string): Promise<z.output<typeof bookingToEdit>> {
  const companyId = orNotFound(await companyOf(ctx.db, ctx.scope, id));
  const invoice = orNotFound(await findInvoice(ctx, id));
  const key = { companyId, id };
  const [found, lines] = await Promise.all([read(ctx.db, key), repository.listLines(ctx.db, key)]);
  const { facts, books, stored } = found;
  const { vatCodes: _vatCodes, ...rest } = facts;
  return {
    lines,
    bookingDate: stored.bookingDate ?? stored.invoiceDate,
    journal: stored.journal || books.journal,
    period: periodOfDay(stored.bookingDate ?? stored.invoiceDate, books.chart.periods, books.firstMonth),
    isLocked: isDecided(invoice) || (await repository.hasDecision(ctx.db, key)),
    facts: { ...rest, vatByRate: [...rest.vatByRate] },
    chart: books.chart,
    suggestion: suggestionOf(
      await listEvidence(ctx.db, { ...stored, companyId, invoiceId: id }),
      books.chart,
    ),
    rowVersion: stored.rowVersion,
  };
}

function suggestionOf(
  evidence: readonly Evidence[],
  chart: BookingChart,
): z.output<typeof bookingToEdit>['suggestion'] {
  const found = suggestSplit(evidence, chart);
  if (!found) return null;
  const nameOf = (number: string) => chart.accounts.find((account) => account.number === number)?.name ?? '';
  return {
    lines: found.what.map(({ account, costcenter, vatCode, share }) => ({
      ledger: { number: account, name: nameOf(account) },
      costcenter,
      vatCode,
      share,
    })),
    share: Math.round(found.share * 10_000),
    count: found.count,
    of: found.of,
    invoices: [...found.invoices],
  };
}

/** Writes the complete booking of an invoice on which nobody decided yet (§C15). */
export async function saveBooking(
  ctx: Context,
  id: string,
  command: z.output<typeof saveBookingCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await lock(tx, ctx, id));
    await assertVersionByHistory(
      tx,
      { companyId: invoice.companyId, entity: invoices.permission, entityId: id },
      { stored: invoice.rowVersion, sent: command.rowVersion },
      async () => orNotFound(await findInvoice(ctx, id, tx)),
    );
    assertUnlocked(invoice);
    const { facts, books, stored } = await read(tx, invoice);
    const before = await repository.listLines(tx, invoice);
    const bookingDate = command.bookingDate ?? stored.bookingDate ?? stored.invoiceDate;
    const journal = command.journal ?? (stored.journal || books.journal);
    const period = periodOfDay(bookingDate, books.chart.periods, books.firstMonth);
    assertValid(ctx, command, before, { books, journal, period });
    const by = { touchedBy: ctx.caller.userId, touchedAt: ctx.now().toISOString() };
    const costs = writeCosts(command.lines, before, books.chart, by);
    const computed = chooseComputed(command, before, computeLines(costs, facts), by);
    const after = [...costs, ...computed];
    await repository.replaceLines(tx, invoice, after);
    await updateRow(tx, ctx, 'invoices', invoice, {});
    await repository.saveHead(tx, invoice, { bookingDate, journal, period }, ctx.caller.userId);
    // Cost centres and accounts may be conditions of the flow (§C13).
    if (invoice.status === 'Concept') await assignFlow(tx, ctx, invoice);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'book',
      before: { booking: bookingWords(before), journal: stored.journal, bookingDate: stored.bookingDate },
      after: {
        booking: bookingWords(after),
        journal,
        bookingDate,
        ...(command.computedReason ? { reason: command.computedReason } : {}),
      },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}

async function read(db: Db | Tx, key: repository.InvoiceKey) {
  const stored = orNotFound(await repository.findFacts(db, key));
  const { administrationId, bookingDate, invoiceDate } = stored;
  const books = await readBooks(db, key.companyId, administrationId, bookingDate ?? invoiceDate);
  const { totalInCents, exclInCents, vatInCents, vatByRate, creditorName, invoiceNumber } = stored;
  const facts: BookingFacts = {
    totalInCents,
    exclInCents,
    vatInCents,
    vatByRate,
    reference: referenceOf({ supplier: { name: creditorName }, invoiceNumber }),
    vatCodes: books.chart.vatCodes,
    accounts: books.accounts,
  };
  return { stored, books, facts };
}

const isDecided = ({ statusValue, approvalState }: Pick<Invoice, 'statusValue' | 'approvalState'>) =>
  statusValue === 'ReadyForProcessing' || statusValue === 'Processed' || approvalState === 'rejected';

// From the first decision on a booking is locked; `withdraw-decisions` opens it (§C13).
function assertUnlocked({ status, approvalState, turns }: LockedInvoice): void {
  const decided = turns.some(({ state }) => state === 'approved' || state === 'rejected');
  if (decided || isDecided({ statusValue: status, approvalState }))
    throw problem.of('wrong-state', { sentence: 'booking-locked' });
}

type Command = z.output<typeof saveBookingCommand>;

// Everything that is wrong at once, each at its cell.
function assertValid(
  { language }: Context,
  { lines, computedReason }: Command,
  before: readonly repository.StoredLine[],
  { books, journal, period }: { readonly books: Books; readonly journal: string; readonly period: string },
): void {
  const codes: Record<string, FieldCode[]> = {};
  const texts: Record<string, string[]> = {};
  const add = (path: string, code: FieldCode, closed?: CellProblem['period']) => {
    const field = fieldId(path);
    (codes[field] ??= []).push(code);
    if (!closed) return;
    const values = { closed: closed.closed, open: closed.open ?? '' };
    const key = closed.open === undefined ? 'booking-period-closed' : 'booking-period-next';
    (texts[field] ??= []).push(sentence(language, key, values));
  };
  const costs = lines.flatMap((line, index) => (line.kind === 'costs' ? [{ line, index }] : []));
  for (const { line, cell, code, period: closed } of checkCosts(
    costs.map((cost) => cost.line),
    books.chart,
    period,
  ))
    add(`lines.${costs[line]?.index ?? 0}.${cell}`, code, closed);
  const known = new Set(before.map((line) => line.id));
  lines.forEach(({ id }, index) => {
    if (id !== undefined && !known.has(id)) add(`lines.${index}.id`, 'unknown');
  });
  const { journals } = books.chart;
  if (journals.length > 0 && journal !== '' && !journals.some(({ number }) => number === journal))
    add('journal', 'unknown');
  const closed = closedPeriod(period, books.chart);
  if (closed) add('bookingDate', 'closed', closed);
  if (computedReason === '') add('computedReason', 'required');
  if (Object.keys(codes).length > 0) throw problem.of('validation', { codes, texts });
}
