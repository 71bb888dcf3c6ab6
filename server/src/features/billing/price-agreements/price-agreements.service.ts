import { dayOfInstant } from '#contract/dates.ts';
import { customers } from '#contract/billing/customers.ts';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { typeName } from '../billing-texts.ts';
import { applyNewPrice } from '../customer-agreements/new-price.service.ts';
import { lockPrices, lastFinalDayOfPrice } from '../final-days.repository.ts';
import { assertProvider } from '../assert-provider.ts';
import * as repository from './price-agreements.repository.ts';

type Agreement = Rec<typeof priceAgreements>;
type Write = CreateBody<typeof priceAgreements>;

const audit = auditOf<Agreement & { readonly appliesFrom?: string }>(priceAgreements, {
  hidden: ['typeName', 'agreementPrice', 'customerCount', 'updatedBy'],
});

/** Price agreements (§I1, §I2). */
export const priceAgreementsService: ResourceService<typeof priceAgreements> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => asRecord(ctx, row)) };
  },
  find: (ctx, id) => load(ctx.db, ctx, id),
  create,
  update,
  remove,
};

type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

function asRecord(ctx: Context, stored: Stored): Agreement {
  const isOwn = ctx.scope.reach !== 'system';
  return {
    ...stored,
    typeName: typeName(ctx.language, stored.priceAgreementType),
    agreementPrice: stored.price / 100,
    // A customer does not see how many others have it, nor who works at the provider.
    ...(isOwn ? { customerCount: 1, updatedBy: null } : {}),
  };
}

async function load(db: Db, ctx: Context, id: string): Promise<Agreement | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? asRecord(ctx, found) : null;
}

async function lock(tx: Tx, ctx: Context, id: string): Promise<Agreement> {
  await lockRow(tx, 'price_agreements', { id });
  return orNotFound(await load(tx, ctx, id));
}

async function create(ctx: Context, body: Write): Promise<Agreement> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    const id = await insertRow(tx, ctx, 'price_agreements', valuesOf(body));
    return audit(tx, ctx, { after: orNotFound(await load(tx, ctx, id)) });
  });
}

async function update(
  ctx: Context,
  id: string,
  { appliesFrom, rowVersion, ...body }: UpdateBody<typeof priceAgreements>,
): Promise<Agreement> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    if (appliesFrom) await lockPrices(tx);
    const before = await lock(tx, ctx, id);
    assertVersion(before, rowVersion);
    if (appliesFrom) await assertNotPast(tx, ctx, id, appliesFrom);
    const values = valuesOf({
      ...body,
      startdate: body.startdate === undefined ? before.startdate : body.startdate,
      enddate: body.enddate === undefined ? before.enddate : body.enddate,
    });
    await updateRow(tx, ctx, 'price_agreements', { id }, values);
    if (appliesFrom) {
      const { kind: type, startsOn: _start, endsOn: _end, ...copy } = values;
      await applyNewPrice(tx, ctx, id, { type, ...copy }, appliesFrom);
    }
    const after = orNotFound(await load(tx, ctx, id));
    await audit(tx, ctx, { before, after: { ...after, ...(appliesFrom ? { appliesFrom } : {}) } });
    return after;
  });
}

// Past periods never change (§I2).
async function assertNotPast(tx: Tx, ctx: Context, id: string, day: string): Promise<void> {
  const monthStart = `${dayOfInstant(ctx.now()).slice(0, 7)}-01`;
  if (day < monthStart) throw problem.validation({ applies_from: ['in-the-past'] });
  const billed = await lastFinalDayOfPrice(tx, id);
  if (billed !== null && day <= billed) throw problem.validation({ applies_from: ['billed'] });
}

async function remove(ctx: Context, id: string): Promise<void> {
  assertProvider(ctx);
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    if (before.customerCount > 0) {
      const first = (await repository.listCustomers(tx, id)).map((customer) => ({
        resource: customers.path,
        ...customer,
      }));
      throw problem.of('in-use', { usedBy: { count: before.customerCount, first } });
    }
    await softDelete(tx, ctx, 'price_agreements', { id });
    await audit(tx, ctx, { before });
  });
}

function valuesOf(
  body: Omit<Write, 'startdate' | 'enddate'> & {
    startdate?: string | null | undefined;
    enddate?: string | null | undefined;
  },
) {
  return {
    name: body.name,
    kind: body.priceAgreementType,
    priceInCents: body.price ?? body.agreementPrice ?? 0,
    isVariable: body.isVariable,
    // Choosing fixed costs resets the type (product 2.4).
    invoiceType: body.isVariable ? (body.invoiceType ?? 0) : 0,
    cycleInMonths: body.cycleInMonths,
    startsOn: body.startdate ?? null,
    endsOn: body.enddate ?? null,
  };
}
