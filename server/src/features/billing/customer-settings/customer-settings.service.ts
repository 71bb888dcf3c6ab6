import { dayOfInstant } from '#contract/dates.ts';
import { type allSettings, customerSettings } from '#contract/billing/customer-settings.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { billingStateOf } from '../costs/costs.rules.ts';
import { assertCompany, companyExists } from '../companies.ts';
import { lockPrices } from '../final-days.repository.ts';
import { assertProvider } from '../assert-provider.ts';
import * as repository from './customer-settings.repository.ts';

type Settings = Rec<typeof customerSettings>;
type Body = CreateBody<typeof customerSettings>;

const audit = auditOf(customerSettings, {
  snapshot: ({ startDate, subscriptionType }: Settings) => ({ startDate, subscriptionType }),
});

/** Below a company, and by themselves (they have two addresses, product 2.7): one handler. */
export const customerSettingsService: ResourceService<typeof customerSettings> = {
  list: (ctx, query, { companyId }) => list(ctx, query, companyId),
  find: async (ctx, id, { companyId }) => (id === companyId ? load(ctx.db, ctx, id) : null),
  async update(ctx, id, body, { companyId }) {
    assertProvider(ctx);
    return update(ctx, orNotFound(id === companyId ? id : undefined), body);
  },
};

/** The same without the company in the address. */
export const allSettingsService: ResourceService<typeof allSettings> = {
  list: (ctx, query) => list(ctx, query),
  find: (ctx, id) => load(ctx.db, ctx, id),
  update,
};

/** The first settings of the customer in the address. */
export async function createSettingsOf(ctx: Context, companyId: string, body: Body): Promise<Settings> {
  assertProvider(ctx);
  await assertCompany(ctx, companyId);
  return create(ctx, companyId, body);
}

/** The first settings of the customer in the body. */
export async function createSettings(
  ctx: Context,
  { companyId, ...body }: CreateBody<typeof allSettings>,
): Promise<Settings> {
  assertProvider(ctx);
  if (!(await companyExists(ctx, companyId))) throw problem.validation({ company_id: ['unknown'] });
  return create(ctx, companyId, body);
}

type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

function asRecord(ctx: Context, stored: Stored): Settings {
  return { ...stored, billingState: billingStateOf(stored.startDate, dayOfInstant(ctx.now())) };
}

async function list(ctx: Context, query: ListQuery, companyId?: string) {
  if (companyId !== undefined) await assertCompany(ctx, companyId);
  const page = await repository.list(ctx.db, ctx.scope, companyId, query);
  return { ...page, rows: page.rows.map((row) => asRecord(ctx, row)) };
}

async function load(db: Db, ctx: Context, id: string): Promise<Settings | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? asRecord(ctx, found) : null;
}

async function create(
  ctx: Context,
  companyId: string,
  { startDate, subscriptionType }: Body,
): Promise<Settings> {
  return ctx.transaction(async (tx) => {
    await repository.insert(tx, ctx, companyId, {
      start_on: startDate ?? null,
      subscription: subscriptionType,
    });
    return audit(tx, ctx, { after: orNotFound(await load(tx, ctx, companyId)) });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof customerSettings>,
): Promise<Settings> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    await lockPrices(tx);
    await repository.lock(tx, id);
    const before = orNotFound(await load(tx, ctx, id));
    assertVersion(before, body.rowVersion);
    const startOn = body.startDate === undefined ? before.startDate : body.startDate;
    if (startOn !== before.startDate && (await repository.isBilled(tx, id)))
      throw problem.validation({ startDate: ['billed'] });
    await repository.update(tx, ctx, id, { start_on: startOn, subscription: body.subscriptionType });
    return audit(tx, ctx, { before, after: orNotFound(await load(tx, ctx, id)) });
  });
}
