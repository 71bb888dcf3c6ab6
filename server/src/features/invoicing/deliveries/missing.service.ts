import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { isUblCoupling, type missingForUblResult } from '#contract/invoicing/deliveries.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listExported } from '../exports/exported-invoices.repository.ts';
import { SeverityNumber, StatusNumber } from '../state-numbers.ts';
import { isReleased } from '../touchless/results.repository.ts';
import { missingForUbl } from '../ubl/approved-ubl.ts';
import { findById } from './delivery-settings.repository.ts';

type Result = z.output<typeof missingForUblResult>;

const maxRead = 500;

/** What the oldest approved invoices that wait lack for EN 16931, gathered by whom it is of; nothing where the coupling is no UBL. */
export async function listMissing(ctx: Context, id: string): Promise<Result> {
  const { companyId, coupling, administration } = orNotFound(await findById(ctx.db, ctx.scope, id));
  if (!isUblCoupling(coupling)) return [];
  const waiting = await listExported(
    ctx.db,
    companyId,
    sql<SqlBool>`i.id in (select w.id from invoices w where w.company_id = ${companyId} and w.administration_id = ${id}
      and w.status = ${sql.lit(StatusNumber.ReadyForProcessing)} and w.export_id is null and w.deleted_at is null
      and w.warning_level < ${sql.lit(SeverityNumber.stop)} and ${isReleased('w')}
      order by w.decided_at, w.id limit ${sql.lit(maxRead)})`,
  );
  const found = new Map<string, Result[number]>();
  for (const invoice of waiting) {
    const { creditor, invoiceNumber } = invoice;
    const who = {
      creditor: { id: creditor.id, name: creditor.name },
      administration: { id, name: administration.name },
      invoice: { id: invoice.id, name: invoiceNumber },
    };
    const fields = Map.groupBy(missingForUbl(invoice), ({ of }) => of);
    for (const [of, missing] of fields) {
      const key = `${of} ${who[of].id ?? who[of].name}`;
      const known = found.get(key);
      found.set(key, {
        of,
        ...who[of],
        fields: [...new Set([...(known?.fields ?? []), ...missing.map(({ field }) => field)])],
        invoiceCount: (known?.invoiceCount ?? 0) + 1,
      });
    }
  }
  return [...found.values()];
}
