import { addDays } from '#contract/dates.ts';
import { priceLimits } from '#contract/billing/codes.ts';
import { type allCustomerAgreements, customerAgreements } from '#contract/billing/customer-agreements.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion, softDelete } from '#server/platform/db/record.ts';
import { lockRowWithin } from '#server/platform/db/spread.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { typeName } from '../billing-texts.ts';
import { finalDaysOf, lockPrices } from '../final-days.repository.ts';
import { touches } from '../final-days.rules.ts';
import { assertCompany, companyExists, parentOf } from '../companies.ts';
import { assertProvider } from '../assert-provider.ts';
import * as repository from './customer-agreements.repository.ts';

type Agreement = Rec<typeof customerAgreements>;

const audit = auditOf(customerAgreements, {
  snapshot: ({ typeName: _text, priceAgreement: _master, isBilled: _billed, ...record }: Agreement) => record,
});

/** Below a company, and by themselves (they have two addresses, product 2.7): one handler. */
export const customerAgreementsService: ResourceService<typeof customerAgreements> = {
  list: (ctx, query, { companyId }) => list(ctx, query, companyId),
  find: (ctx, id, { companyId }) => load(ctx.db, ctx, companyId, id),
  async create(ctx, body, { companyId }) {
    assertProvider(ctx);
    await assertCompany(ctx, companyId);
    return create(ctx, companyId, body);
  },
  update: (ctx, id, body, { companyId }) => update(ctx, companyId, id, body),
  remove: (ctx, id, { companyId }) => remove(ctx, companyId, id),
};

/** The same without the company in the address. */
export const allCustomerAgreementsService: ResourceService<typeof allCustomerAgreements> = {
  list: (ctx, query) => list(ctx, query),
  find: (ctx, id) => load(ctx.db, ctx, undefined, id),
  async create(ctx, { companyId, ...body }) {
    assertProvider(ctx);
    if (!(await companyExists(ctx, companyId))) throw problem.validation({ company_id: ['unknown'] });
    return create(ctx, companyId, body);
  },
  update: (ctx, id, body) => update(ctx, undefined, id, body),
  remove: (ctx, id) => remove(ctx, undefined, id),
};

function asRecord(ctx: Context, { billedUntil, ...stored }: repository.StoredAgreement): Agreement {
  return {
    ...stored,
    typeName: typeName(ctx.language, stored.type),
    isBilled: billedUntil !== null,
  };
}

async function list(ctx: Context, query: ListQuery, companyId?: string) {
  if (companyId !== undefined) await assertCompany(ctx, companyId);
  const page = await repository.list(ctx.db, ctx.scope, query, parentOf(companyId));
  return { ...page, rows: page.rows.map((row) => asRecord(ctx, row)) };
}

async function load(
  db: Db,
  ctx: Context,
  companyId: string | undefined,
  id: string,
): Promise<Agreement | null> {
  const found = await repository.findById(db, ctx.scope, id, parentOf(companyId));
  return found ? asRecord(ctx, found) : null;
}

async function create(
  ctx: Context,
  companyId: string,
  body: CreateBody<typeof customerAgreements>,
): Promise<Agreement> {
  return ctx.transaction(async (tx) => {
    await lockPrices(tx);
    const master = await repository.findMaster(tx, body.priceAgreementId);
    if (!master) throw problem.validation({ price_agreement_id: ['unknown'] });
    const { startsOn: masterStart, endsOn: masterEnd, ...copy } = master;
    assertPayable(copy, body.quantity);
    const billed = await finalDaysOf(tx, companyId);
    const last = billed.at(-1)?.to;
    const firstFree = last === undefined ? null : addDays(last, 1);
    const startsOn = body.startdate ?? later(masterStart, firstFree);
    const endsOn = body.enddate === undefined ? masterEnd : body.enddate;
    // Days that were billed already do not get another line.
    if (touches({ startsOn, endsOn }, billed)) throw problem.validation({ startdate: ['billed'] });
    if (startsOn !== null && endsOn !== null && endsOn < startsOn)
      throw problem.validation({ enddate: ['ends-before-start'] });
    const { priceAgreementId, quantity } = body;
    const terms = { quantity, startsOn, endsOn };
    const id = await repository.insert(tx, ctx, { companyId, priceAgreementId, ...copy, ...terms });
    return audit(tx, ctx, { after: orNotFound(await load(tx, ctx, companyId, id)) });
  });
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

// Multiplied by all the documents of a year the amount must stay a safe integer.
function assertPayable(
  { isVariable, priceInCents }: Pick<repository.Copy, 'isVariable' | 'priceInCents'>,
  quantity: number,
): void {
  if (isVariable && priceInCents * quantity > priceLimits.maxCents)
    throw problem.validation({ quantity: ['too-large'] });
}

async function update(
  ctx: Context,
  companyId: string | undefined,
  id: string,
  body: UpdateBody<typeof customerAgreements>,
): Promise<Agreement> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    await lockPrices(tx);
    await lockRowWithin(tx, ctx.scope, 'customer_agreements', id);
    const { billedUntil, ...stored } = orNotFound(
      await repository.findById(tx, ctx.scope, id, parentOf(companyId)),
    );
    const before = asRecord(ctx, { ...stored, billedUntil });
    assertVersion(before, body.rowVersion);
    // Another agreement is another row: assign it, and end this one.
    if (body.priceAgreementId !== undefined && body.priceAgreementId !== before.priceAgreementId)
      throw problem.validation({ price_agreement_id: ['invalid'] });
    const quantity = body.quantity ?? before.quantity;
    const startsOn = body.startdate === undefined ? before.startdate : body.startdate;
    const endsOn = body.enddate === undefined ? before.enddate : body.enddate;
    if (startsOn !== null && endsOn !== null && endsOn < startsOn)
      throw problem.validation({ enddate: ['ends-before-start'] });
    assertPayable({ isVariable: before.isVariable, priceInCents: before.price }, quantity);
    const terms = { quantity, startsOn, endsOn };
    const isEarlier = startsOn !== before.startdate && (startsOn ?? '') < (before.startdate ?? '');
    if (isEarlier && touches(terms, await finalDaysOf(tx, before.companyId)))
      throw problem.validation({ startdate: ['billed'] });
    if (billedUntil === null) await repository.update(tx, ctx, before, terms);
    else await changeBilled(tx, ctx, before, terms, billedUntil);
    return audit(tx, ctx, { before, after: orNotFound(await load(tx, ctx, companyId, id)) });
  });
}

/**
 * Changes an agreement that a final run has billed in part: the billed days stay as they were, in a row of their own, and
 * this row continues after them. Its end may not lie within them, and its start stays.
 */
async function changeBilled(
  tx: Tx,
  ctx: Context,
  before: Agreement,
  terms: repository.Terms,
  billed: string,
): Promise<void> {
  if (terms.startsOn !== before.startdate) throw problem.validation({ startdate: ['billed'] });
  if (terms.endsOn !== null && terms.endsOn < billed && terms.endsOn !== before.enddate)
    throw problem.validation({ enddate: ['billed'] });
  if (terms.quantity === before.quantity) return repository.update(tx, ctx, before, terms);
  if (before.enddate !== null && before.enddate <= billed) throw problem.validation({ quantity: ['billed'] });
  if (terms.endsOn !== null && terms.endsOn <= billed) throw problem.validation({ enddate: ['billed'] });
  const { companyId, priceAgreementId, name, type, isVariable, invoiceType, cycleInMonths } = before;
  const copy = { name, type, priceInCents: before.price, isVariable, invoiceType, cycleInMonths };
  await repository.update(tx, ctx, before, { ...terms, startsOn: addDays(billed, 1) });
  const past = { quantity: before.quantity, startsOn: before.startdate, endsOn: billed };
  await repository.insert(tx, ctx, { companyId, priceAgreementId, ...copy, ...past });
}

async function remove(ctx: Context, companyId: string | undefined, id: string): Promise<void> {
  assertProvider(ctx);
  await ctx.transaction(async (tx) => {
    await lockPrices(tx);
    await lockRowWithin(tx, ctx.scope, 'customer_agreements', id);
    const before = orNotFound(await load(tx, ctx, companyId, id));
    if (before.isBilled) throw problem.of('wrong-state', { sentence: 'agreement-billed' });
    await softDelete(tx, ctx, 'customer_agreements', { companyId: before.companyId, id });
    await audit(tx, ctx, { before });
  });
}
