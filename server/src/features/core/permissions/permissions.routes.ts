import type { FastifyInstance } from 'fastify';
import { companyPermissions, permissions } from '#contract/core/permissions.ts';
import { fits } from '#contract/list-query/evaluate.ts';
import { compareBy } from '#contract/list-query/project.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { foldText } from '#contract/list-query/text.ts';
import {
  hindranceOf,
  permissionCatalogue,
  permissionPrefix,
  splitPermission,
  type Standing,
} from '#contract/permissions.ts';
import type { Row } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { mountResource, type Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { mayGive } from '../rights/grants.rules.ts';
import { granterOf } from '../rights/grants.service.ts';
import { findStanding } from '../rights/rights.repository.ts';

export function permissionRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, permissions, { list: (ctx, query) => list(ctx, query, null) });
  mountResource(app, services, companyPermissions, {
    list: async (ctx, query, { companyId }) =>
      list(ctx, query, orNotFound(await findStanding(ctx.db, ctx.scope, companyId))),
  });
}

// The catalogue is in the contract, not in the database; it is listed like everything else.
async function list(
  ctx: Context,
  { filter, words, orderBy, top, skip, count }: ListQuery,
  standing: Omit<Standing, 'userModules'> | null,
): Promise<Page<Row<typeof permissions>>> {
  const granter = await granterOf(ctx.db, ctx);
  const matches = permissionCatalogue
    .filter((permission) => ctx.scope.reach === 'system' || splitPermission(permission).scope !== 'system')
    .map((permission) => ({
      id: permission,
      tag: permission,
      name: permission,
      module: permissionPrefix(permission),
      isYours: mayGive(granter, permission, ctx.caller.companyId),
      isYoursForOthers: mayGive(granter, permission, null),
      hindrance: standing && hindranceOf(permission, { ...standing, userModules: [] }),
    }))
    .filter((row) => filter === null || fits(filter, permissions.fields, row))
    .filter((row) => words.every((word) => row.id.includes(foldText(word))))
    // Stable: without an order they stay in that of the tree on screen.
    .toSorted((a, b) => compareBy(orderBy, permissions.fields, a, b));
  return { rows: matches.slice(skip, skip + top), ...(count ? { count: matches.length } : {}) };
}
