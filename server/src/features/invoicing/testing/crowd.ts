import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { buildInvoice } from './factories.ts';

/** So many invoices that all of these people may decide, one of whom suffices. */
export async function invoicesForAll(
  db: Db,
  companyId: string,
  userIds: readonly string[],
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const lines = userIds.map((userId) => ({ userId, sequence: 1, state: 'pending' as const }));
    const documentId = `C-${String(made).padStart(5, '0')}`;
    ids.push((await buildInvoice(db, { companyId, documentId, lines })).id);
  }
  await sql`update invoice_approvals set mode = 0 where company_id = ${companyId}`.execute(db);
  return ids;
}

/** Everybody approves everything at once, each in an order of their own; gives how often each status was answered. */
export async function approveAll(
  userIds: readonly string[],
  invoiceIds: readonly string[],
  approve: (userId: string, invoiceId: string) => Promise<number>,
): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {};
  await Promise.all(
    userIds.map(async (userId, at) => {
      const start = Math.floor((invoiceIds.length * at) / userIds.length);
      const order = at % 2 === 0 ? invoiceIds : invoiceIds.toReversed();
      for (const id of [...order.slice(start), ...order.slice(0, start)]) {
        const status = await approve(userId, id);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

/** The invoices that were not decided exactly once, by one person whose line says so. */
export async function notDecidedOnce(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i where i.company_id = ${companyId} and not (i.status = 2 and i.approval_state = 1
      and (select count(*) from history h where h.company_id = i.company_id and h.entity_id = i.id
        and h.verb = 'approve') = 1
      and (select count(*) from invoice_approvals a where a.company_id = i.company_id and a.invoice_id = i.id
        and a.state = 2 and a.user_id = i.decided_by) = 1
      and not exists (select from invoice_approvals a where a.company_id = i.company_id and a.invoice_id = i.id
        and a.state in (0, 1, 3)))`.execute(db);
  return rows.map(({ id }) => id);
}
