import { dayOfInstant } from '#contract/dates.ts';
import type { administrations } from '#contract/core/administrations.ts';
import type {
  customerAdministrations,
  customers,
  allCustomerAdministrations,
} from '#contract/billing/customers.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { UpdateBody } from '#contract/resource.ts';
import { administrationsService } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { billingStateOf } from '../costs/costs.rules.ts';
import { companyExists } from '../customer-agreements/customer-agreements.repository.ts';
import { customerReleases } from '#server/features/releases/index.ts';
import * as repository from './customers.repository.ts';

/** Companies as the facility area looks at them; what they are called is management's to change. */
export const customersService: ResourceService<typeof customers> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => withState(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await repository.findById(ctx.db, ctx.scope, id);
    if (!found) return null;
    const runs = await customerReleases(ctx.db, [found.id], ctx.now());
    return { ...withState(ctx, found), ...runs(found.id) };
  },
};

function withState<T extends { readonly startOn: string | null }>(ctx: Context, { startOn, ...row }: T) {
  return { ...row, billingState: billingStateOf(startOn, dayOfInstant(ctx.now())) };
}

/** The administrations of a customer, to look at only. */
export const customerAdministrationsService: ResourceService<typeof customerAdministrations> = {
  async list(ctx, query, { companyId }) {
    orNotFound((await companyExists(ctx.db, ctx.scope, companyId)) || undefined);
    return listAdministrations(ctx, query, companyId);
  },
  find: async (ctx, id, { companyId }) =>
    (await repository.findAdministration(ctx.db, ctx.scope, companyId, id)) ?? null,
};

/** The same without the company in the address. */
export const allCustomerAdministrationsService: ResourceService<typeof allCustomerAdministrations> = {
  list: (ctx, query) => listAdministrations(ctx, query),
  find: async (ctx, id) => (await repository.findAdministration(ctx.db, ctx.scope, undefined, id)) ?? null,
};

/** All administrations of a customer, or without one of everybody within the scope, for an export. */
export async function streamAdministrations(ctx: Context, query: ListQuery, companyId: string | undefined) {
  if (companyId !== undefined) orNotFound((await companyExists(ctx.db, ctx.scope, companyId)) || undefined);
  return repository.streamAdministrations(ctx.db, ctx.scope, companyId, query);
}

/** Changes one, as management does: product 2.7 has the call, though its screen only shows them. */
export async function updateAdministration(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof administrations>,
) {
  const { companyId } = orNotFound(await repository.findAdministration(ctx.db, ctx.scope, undefined, id));
  await administrationsService.update?.(ctx, id, body, { companyId });
  return orNotFound(await repository.findAdministration(ctx.db, ctx.scope, companyId, id));
}

function listAdministrations(ctx: Context, query: ListQuery, companyId?: string) {
  return repository.listAdministrations(ctx.db, ctx.scope, companyId, query);
}
