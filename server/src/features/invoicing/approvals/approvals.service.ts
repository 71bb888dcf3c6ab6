import type { z } from 'zod';
import { type approvalLine, type companyUser, invoices } from '#contract/invoicing/invoices.ts';
import { satisfies } from '#contract/permissions.ts';
import { findPerson, permissionsOf } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lock } from '../approval/approval.repository.ts';
import { nextTurns } from '../approval/approval.rules.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findById as findInvoiceById } from '../invoices/invoices.repository.ts';
import * as repository from './approvals.repository.ts';

/** The approval lines of an invoice, in their order (§C6). */
export async function listApprovals(
  ctx: Context,
  invoiceId: string,
): Promise<z.output<typeof approvalLine>[]> {
  orNotFound(await findInvoiceById(ctx.db, ctx.scope, invoiceId));
  return repository.listOf(ctx.db, ctx.scope, invoiceId);
}

/** Removes a line that is not decided (§C6). When it was the last pending one, it is the turn of the next ones. */
export async function removeApproval(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const sought = orNotFound(await repository.findById(tx, ctx.scope, id));
    orNotFound(await lock(tx, ctx.scope, sought.invoiceId));
    // Read again under the lock, since it may have been decided meanwhile.
    const line = orNotFound(await repository.findById(tx, ctx.scope, id));
    if (line.state === 'approved' || line.state === 'rejected')
      throw problem.of('cannot-be-deleted', { sentence: 'approval-decided' });
    await repository.remove(tx, line.companyId, id);
    const rest = await repository.listOf(tx, ctx.scope, line.invoiceId);
    const waiting = rest.filter(({ state }) => state === 'waiting');
    if (waiting.length > 0 && !rest.some(({ state }) => state === 'pending')) {
      await repository.setPending(
        tx,
        line.companyId,
        nextTurns(waiting).map((turn) => turn.id),
      );
    }
    const invoice = { companyId: line.companyId, id: line.invoiceId };
    await auditInvoice(tx, ctx, invoice, {
      verb: 'remove-approval',
      before: { approver: await nameOf(tx, line.userId) },
    });
  });
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const person = await findPerson(tx, { id: userId });
  return person ? `${person.first_name} ${person.last_name}` : '';
}

/** The people of a company who may approve (§C6). */
export async function listCompanyUsers(
  ctx: Context,
  companyId: string,
): Promise<z.output<typeof companyUser>[]> {
  const ids = await repository.listUserIds(ctx.db, ctx.scope, companyId);
  const people = await Promise.all(ids.map((id) => findPerson(ctx.db, { id })));
  return people.flatMap((person) =>
    person && satisfies(permissionsOf(person), `${invoices.permission}.approve`)
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
