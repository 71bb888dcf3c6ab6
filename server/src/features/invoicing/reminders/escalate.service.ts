import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lock } from '../approval/approval.repository.ts';
import { escalateTurn } from '../approvals/approvals.repository.ts';
import { approverName } from '../flows/assign-flow.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import type { ApprovalSettings } from '../settings/settings.repository.ts';
import { workerCaller } from '../worker-caller.ts';
import { listOpenTurns, type OpenTurn } from '../workload/workload.repository.ts';
import { whoCanDecide } from '../workload/workload.service.ts';
import { escalatesTo, isDue } from './escalation.rules.ts';

type Company = ApprovalSettings & { readonly companyId: string };
type Needed = Pick<Services, 'db' | 'now' | 'events'>;

/** Gives turns that stay where they are to somebody else, each in a transaction of its own (§C13). */
export async function escalate(services: Needed, company: Company): Promise<number> {
  const { db, now } = services;
  if (company.escalateAfter === null && company.escalateTo === null) return 0;
  const { companyId } = company;
  const turns = await listOpenTurns(db, scopeOf(companyId), companyId);
  const able = await whoCanDecide(db, companyId, [...new Set(turns.map(({ userId }) => userId))]);
  const due = turns.filter((turn) =>
    isDue(company, { since: turn.since, canBeDecided: able.has(turn.userId) }, now()),
  );
  let count = 0;
  for (const turn of due) if (await escalateOne(services, company, turn)) count += 1;
  return count;
}

// All of a company: nobody is narrowed.
const scopeOf = (companyId: string) => ({ reach: 'company', companyId, userId: noCompany }) as const;

async function escalateOne({ db, now, events }: Needed, company: Company, turn: OpenTurn): Promise<boolean> {
  const { companyId } = company;
  // The history names the product: nobody did it.
  const caller = workerCaller(companyId, { userId: noCompany, name: 'Balie' });
  const ctx = { caller, now, events, scope: scopeOf(companyId) } as const;
  return inTransaction(db, async (tx) => {
    const invoice = await lock(tx, ctx, turn.invoiceId);
    if (!invoice || invoice.status !== 'Concept' || invoice.approvalState === 'rejected') return false;
    const others = [...new Set([...invoice.turns.map(({ userId }) => userId), company.escalateTo ?? ''])];
    const able = await whoCanDecide(tx, companyId, others.filter(Boolean));
    const userId = escalatesTo(invoice.turns, turn.id, company, (id) => able.has(id));
    const before = invoice.turns.find(({ id }) => id === turn.id);
    if (userId === undefined || before === undefined) return false;
    await escalateTurn(tx, { companyId, id: turn.id }, userId, now());
    await auditInvoice(tx, ctx, invoice, {
      verb: 'escalate-approval',
      before: { approver: before.userName },
      after: { approver: (await approverName(tx, companyId, userId)) ?? '?' },
    });
    return true;
  });
}
