import type { z } from 'zod';
import { invoices } from '#contract/invoicing/invoices.ts';
import { formatMoney } from '#contract/money.ts';
import type { linkCommand, OrderLinks, OrderPurchases } from '#contract/purchases/order-links.ts';
import { readPurchase } from '#contract/workorders/order-lines.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { findFound } from '#server/features/documents/index.ts';
import { findReadableOrder } from '#server/features/workorders/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { proposeLinks } from './links.rules.ts';
import * as repository from './links.repository.ts';

/** Purchase amounts of all orders of the company, and no less: proposals would reveal the others. */
function assertMayReadPurchase(ctx: Context): void {
  if (ctx.require(readPurchase).scope.reach === 'user') throw problem.forbidden();
}

/** To which order lines an invoice is linked, and what is proposed (§E11). */
export async function findLinks(ctx: Context, id: string, db: Db = ctx.db): Promise<OrderLinks> {
  assertMayReadPurchase(ctx);
  const invoice = orNotFound(await repository.findInvoice(db, ctx.scope, id));
  const linked = await repository.listLinks(db, invoice);
  const lines = await repository.listLines(db, invoice);
  const linkedLines = await repository.listLines(
    db,
    invoice,
    linked.map(({ orderLineId }) => orderLineId),
  );
  const links = linked.flatMap((link) => {
    const line = linkedLines.find(({ orderLineId }) => orderLineId === link.orderLineId);
    return line ? [{ ...shown(line), ...link }] : [];
  });
  const isLinked = new Set(links.map(({ orderLineId }) => orderLineId));
  const document = await findFound(db, { companyId: invoice.companyId, documentId: invoice.documentId });
  const said = {
    text: `${document?.firstText ?? ''}\nOrder ${invoice.orderNumber}\n${(document?.lines ?? []).map(({ description }) => description).join('\n')}`,
    exclInCents: invoice.exclInCents,
    lines: document?.lines ?? [],
  };
  const byId = new Map(lines.map((line) => [line.orderLineId, line]));
  const proposals = proposeLinks(said, lines).flatMap(({ line, ...proposal }) => {
    const known = byId.get(line.orderLineId);
    return known && !isLinked.has(line.orderLineId) ? [{ ...shown(known), ...proposal }] : [];
  });
  const planned = links.reduce(
    (sum, { purchaseAmount, otherInCents }) => sum + purchaseAmount - otherInCents,
    0,
  );
  const charged = links.reduce((sum, { amountInCents }) => sum + amountInCents, 0);
  return {
    links,
    proposals,
    exclInCents: invoice.exclInCents,
    differenceInCents: links.length === 0 ? 0 : charged - planned,
    mayLink: !invoice.isRejected,
  };
}

function shown({ year: _year, number: _number, ...line }: repository.FoundLine) {
  return line;
}

/** Links an invoice to order lines, in the place of what it was linked to. */
export async function saveLinks(
  ctx: Context,
  id: string,
  { links }: z.output<typeof linkCommand>,
): Promise<OrderLinks> {
  assertMayReadPurchase(ctx);
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await repository.findInvoice(tx, ctx.scope, id, true));
    if (invoice.isRejected) throw problem.of('wrong-state', { sentence: 'invoice-not-open' });
    const ids = links.map(({ orderLineId }) => orderLineId);
    const lines = await repository.listLines(tx, invoice, ids);
    const before = await inWords(ctx, id, tx);
    const known = links.map((link, index) => {
      const line = lines.find(({ orderLineId }) => orderLineId === link.orderLineId);
      if (!line || ids.indexOf(link.orderLineId) !== index)
        throw problem.validation({ [`links_${index}_orderLineId`]: ['unknown'] });
      return { ...link, workOrderId: line.workOrderId };
    });
    const { userId, name } = ctx.caller;
    await repository.replaceLinks(tx, invoice, known, { userId, name, at: ctx.now() });
    const after = await findLinks(ctx, id, tx);
    await recordChange(tx, ctx, {
      entity: invoices.permission,
      entityId: id,
      companyId: invoice.companyId,
      verb: 'link-orders',
      before: { orders: before },
      after: { orders: words(after) },
    });
    await ctx.events.publish(tx, { resource: invoices.path, companyId: invoice.companyId, id });
    for (const workOrderId of new Set(known.map((link) => link.workOrderId)))
      await ctx.events.publish(tx, {
        resource: workOrders.path,
        companyId: invoice.companyId,
        id: workOrderId,
      });
    return after;
  });
}

const words = ({ links }: OrderLinks) =>
  links
    .map(({ yearNumber, amountInCents }) => `${yearNumber} ${formatMoney(amountInCents, 'EUR', 'nl')}`)
    .join(', ');

async function inWords(ctx: Context, id: string, db: Db): Promise<string> {
  return words(await findLinks(ctx, id, db));
}

/** What an order was to cost and what invoices charge, of the lines that the customer wants. */
export async function findPurchases(ctx: Context, id: string): Promise<OrderPurchases> {
  assertMayReadPurchase(ctx);
  const order = await findReadableOrder(ctx.db, ctx, id);
  const rows = await repository.listPurchases(ctx.db, order.companyId, id);
  const lines = rows.map(({ salesInCents: _sales, ...line }) => {
    const realInCents = line.invoices.reduce((sum, { amountInCents }) => sum + amountInCents, 0);
    return { ...line, realInCents, isWaiting: line.plannedInCents > 0 && line.invoices.length === 0 };
  });
  const sum = (of: (index: number) => number) => rows.reduce((total, _, index) => total + of(index), 0);
  return {
    lines,
    salesInCents: sum((index) => rows[index]?.salesInCents ?? 0),
    plannedInCents: sum((index) => rows[index]?.plannedInCents ?? 0),
    realInCents: sum((index) => lines[index]?.realInCents ?? 0),
  };
}
