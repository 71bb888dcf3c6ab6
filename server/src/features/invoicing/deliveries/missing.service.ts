import type { z } from 'zod';
import { isUblCoupling, type missingForUblResult } from '#contract/invoicing/deliveries.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listExported } from '../exports/exported-invoices.repository.ts';
import { missingForUbl } from '../ubl/approved-ubl.ts';
import { findById } from './delivery-settings.repository.ts';
import { isWaiting } from './waiting.ts';

type Result = z.output<typeof missingForUblResult>;

/** What the oldest approved invoices that wait lack for EN 16931, gathered by whom it is of; nothing where the coupling is no UBL. */
export async function listMissing(ctx: Context, id: string): Promise<Result> {
  const { companyId, coupling, administration } = orNotFound(await findById(ctx.db, ctx.scope, id));
  if (!isUblCoupling(coupling)) return [];
  const waiting = await listExported(ctx.db, companyId, isWaiting(companyId, id));
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
