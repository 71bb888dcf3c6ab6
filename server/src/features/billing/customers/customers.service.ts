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
import { assertCompany, parentOf } from '../companies.ts';
import { customerReleases } from '#server/features/releases/index.ts';
import { administrationReaders, findById, list } from './customers.repository.ts';

/** Companies as customers; their names are changed in management. */
export const customersService: ResourceService<typeof customers> = {
  async list(ctx, query) {
    const page = await list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => withState(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await findById(ctx.db, ctx.scope, id);
    if (!found) return null;
    const runs = await customerReleases(ctx.db, [found.id], ctx.now());
    return { ...withState(ctx, found), ...runs(found.id) };
  },
};

function withState<T extends { readonly startOn: string | null }>(ctx: Context, { startOn, ...row }: T) {
  return { ...row, billingState: billingStateOf(startOn, dayOfInstant(ctx.now())) };
}

/** The administrations of a customer, read only. */
export const customerAdministrationsService: ResourceService<typeof customerAdministrations> = {
  async list(ctx, query, { companyId }) {
    await assertCompany(ctx, companyId);
    return administrationReaders.list(ctx.db, ctx.scope, query, { companyId });
  },
  find: (ctx, id, { companyId }) => administrationReaders.findById(ctx.db, ctx.scope, id, { companyId }),
};

/** The same without the company in the address. */
export const allCustomerAdministrationsService: ResourceService<typeof allCustomerAdministrations> = {
  list: (ctx, query) => administrationReaders.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => administrationReaders.findById(ctx.db, ctx.scope, id),
};

/** All administrations of a customer, or without one of everybody within the scope, for an export. */
export async function streamAdministrations(ctx: Context, query: ListQuery, companyId: string | undefined) {
  if (companyId !== undefined) await assertCompany(ctx, companyId);
  return administrationReaders.stream(ctx.db, ctx.scope, query, parentOf(companyId));
}

/** Changes one, as management does: product 2.7 has the call, though its screen only shows them. */
export async function updateAdministration(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof administrations>,
) {
  const { companyId } = orNotFound(await administrationReaders.findById(ctx.db, ctx.scope, id));
  await administrationsService.update?.(ctx, id, body, { companyId });
  return orNotFound(await administrationReaders.findById(ctx.db, ctx.scope, id));
}
