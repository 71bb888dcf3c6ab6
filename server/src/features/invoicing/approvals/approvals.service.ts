import type { z } from 'zod';
import {
  type addApprovalCommand,
  type approvalLine,
  type companyUser,
  invoices,
  type moveApprovalCommand,
  type passOnCommand,
} from '#contract/invoicing/invoices.ts';
import { satisfies } from '#contract/permissions.ts';
import { findPerson, permissionsOf } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { addTurns, lock, type LockedInvoice, rearrange } from '../approval/approval.repository.ts';
import { keepsFlow } from '../approval/approval.rules.ts';
import { approverName } from '../flows/assign-flow.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findById as findInvoiceById } from '../invoices/invoices.repository.ts';
import * as repository from './approvals.repository.ts';

type Line = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

/** The approval lines of an invoice, of all rounds, in their order (§C6). */
export async function listApprovals(
  ctx: Context,
  invoiceId: string,
): Promise<z.output<typeof approvalLine>[]> {
  orNotFound(await findInvoiceById(ctx.db, ctx.scope, invoiceId));
  return repository.listOf(ctx.db, ctx.scope, invoiceId);
}

/** Adds a person to an invoice that is open; those before them still come first (§C6). */
export async function addApproval(
  ctx: Context,
  { invoiceId, ...line }: z.output<typeof addApprovalCommand>,
): Promise<z.output<typeof approvalLine>[]> {
  return ctx.transaction(async (tx) => {
    const invoice = openInvoice(await lock(tx, ctx, invoiceId));
    const approver = await approverOf(tx, invoice.companyId, line.userId);
    assertNotBehind(invoice, line.sequence);
    const { sequence, mode } = line;
    assertKeepsFlow(invoice, [...invoice.turns, { id: '', sequence, mode, isRequired: false }]);
    await addTurns(tx, ctx, invoice, [{ ...line, state: 'waiting', origin: 'hand' }]);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'add-approval',
      after: { approver, sequence: line.sequence, reason: line.reason },
    });
    return settled(tx, ctx, invoice);
  });
}

/** Moves an undecided line to another step (§C6). */
export async function moveApproval(
  ctx: Context,
  id: string,
  { sequence, reason }: z.output<typeof moveApprovalCommand>,
): Promise<z.output<typeof approvalLine>[]> {
  return ctx.transaction(async (tx) => {
    const { invoice, line } = await undecided(tx, ctx, id);
    assertNotBehind(invoice, sequence);
    assertKeepsFlow(
      invoice,
      invoice.turns.map((turn) => (turn.id === id ? { ...turn, sequence } : turn)),
    );
    await repository.update(tx, line.companyId, id, { sequence, reason });
    await auditInvoice(tx, ctx, invoice, {
      verb: 'move-approval',
      before: { sequence: line.sequence },
      after: { approver: line.fullName, sequence, reason },
    });
    return settled(tx, ctx, invoice);
  });
}

/** Gives an undecided line to a colleague: by whose line it is or who stands in, and by who may change lines (§C13). */
export async function passOnApproval(
  ctx: Context,
  id: string,
  { userId, reason }: z.output<typeof passOnCommand>,
): Promise<z.output<typeof approvalLine>[]> {
  return ctx.transaction(async (tx) => {
    const { invoice, line } = await undecided(tx, ctx, id);
    const isMine = line.userId === ctx.caller.userId || invoice.standsInFor.includes(line.userId);
    if (!isMine) ctx.require('fmmodule.approvals.update');
    const approver = await approverOf(tx, invoice.companyId, userId);
    if (invoice.turns.some((turn) => turn.userId === userId && turn.state !== 'cancelled')) {
      throw problem.validation({ userId: ['taken'] });
    }
    await repository.update(tx, line.companyId, id, { userId, reason });
    await auditInvoice(tx, ctx, invoice, {
      verb: 'pass-on-approval',
      before: { approver: line.fullName },
      after: { approver, reason },
    });
    return settled(tx, ctx, invoice);
  });
}

/**
 * Removes a line that is not decided (§C6). Refused where it is the last open one, or where the flow or four eyes asked
 * for it (§C13): passing it on is the way out.
 */
export async function removeApproval(ctx: Context, id: string, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { invoice, line } = await undecided(tx, ctx, id);
    const others = invoice.turns.filter((turn) => turn.id !== id && isOpen(turn));
    if (others.length === 0) throw problem.of('cannot-be-deleted', { sentence: 'approval-last-open' });
    if (invoice.turns.some((turn) => turn.id === id && turn.isRequired))
      throw problem.of('cannot-be-deleted', { sentence: 'approval-of-flow' });
    await repository.remove(tx, line.companyId, id);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'remove-approval',
      before: { approver: line.fullName, sequence: line.sequence },
      after: { reason },
    });
    await rearrange(tx, ctx, invoice);
  });
}

const isOpen = ({ state }: { readonly state: string }) => state === 'waiting' || state === 'pending';

/** The line and its invoice, locked; 409 where it is decided or belongs to an earlier round. */
async function undecided(tx: Tx, ctx: Context, id: string): Promise<{ invoice: LockedInvoice; line: Line }> {
  const sought = orNotFound(await repository.findById(tx, ctx.scope, id));
  const invoice = orNotFound(await lock(tx, ctx, sought.invoiceId));
  // Read again under the lock, since it may have been decided meanwhile.
  const line = orNotFound(await repository.findById(tx, ctx.scope, id));
  if (!isOpen(line)) throw problem.of('cannot-be-deleted', { sentence: 'approval-decided' });
  return { invoice: openInvoice(invoice), line };
}

function openInvoice(found: LockedInvoice | undefined): LockedInvoice {
  const invoice = orNotFound(found);
  const { status, approvalState } = invoice;
  if (status !== 'Concept' || approvalState === 'rejected' || approvalState === 'approved')
    throw problem.of('wrong-state', { sentence: 'invoice-not-open' });
  return invoice;
}

/** A step in which somebody decided stays as it is; what comes is put beside or behind the open ones. */
function assertNotBehind({ turns }: LockedInvoice, sequence: number): void {
  const open = turns.filter(isOpen).map((turn) => turn.sequence);
  const decided = turns.filter((turn) => !isOpen(turn)).map((turn) => turn.sequence);
  const first = open.length > 0 ? Math.min(...open) : Math.max(0, ...decided) + 1;
  if (decided.length > 0 && sequence < first) throw problem.validation({ sequence: ['not-a-choice'] });
}

function assertKeepsFlow({ turns }: LockedInvoice, changed: Parameters<typeof keepsFlow>[1]): void {
  if (!keepsFlow(turns, changed)) throw problem.of('wrong-state', { sentence: 'approval-breaks-flow' });
}

async function approverOf(tx: Tx, companyId: string, userId: string): Promise<string> {
  const name = await approverName(tx, companyId, userId);
  if (name === undefined) throw problem.validation({ userId: ['unknown'] });
  return name;
}

async function settled(tx: Tx, ctx: Context, invoice: LockedInvoice) {
  await rearrange(tx, ctx, invoice);
  return repository.listOf(tx, ctx.scope, invoice.id);
}

/** The people of a company who may approve (§C6). */
export async function listCompanyUsers(
  ctx: Context,
  companyId: string,
): Promise<z.output<typeof companyUser>[]> {
  return listHolders(ctx, companyId, `${invoices.permission}.approve`);
}

/** The people of a company who have a right. */
export async function listHolders(
  ctx: Context,
  companyId: string,
  permission: string,
): Promise<z.output<typeof companyUser>[]> {
  const ids = await repository.listUserIds(ctx.db, ctx.scope, companyId);
  const people = await Promise.all(ids.map((id) => findPerson(ctx.db, { id })));
  return people.flatMap((person) =>
    person && satisfies(permissionsOf(person), permission)
      ? [
          {
            id: person.id,
            companyId: person.company_id,
            fullName: `${person.first_name} ${person.last_name}`,
          },
        ]
      : [],
  );
}
