import type { FastifyInstance } from 'fastify';
import { allUsers, userPermissionsAnswer, users } from '#contract/core/users.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource } from '#server/platform/http/mount-resource.ts';
import { companyIdOf } from '../companies/company-id.ts';
import { listEffective } from './user-permissions.service.ts';
import { listAll } from './users.repository.ts';
import { usersService } from './users.service.ts';

export function userRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, users, usersService);
  mountResource(app, services, allUsers, { list: (ctx, query) => listAll(ctx.db, ctx.scope, query) });

  const permission = `${users.permission}.read`;
  const url = '/api/core/companies/:companyId/users/:id/permissions';
  app.get(url, { config: { permission }, schema: { tags: [users.path], response: { 200: userPermissionsAnswer } } }, async (request) => {
    const ctx = contextOf(services, request, permission);
    return { result: await listEffective(ctx, idOf(request), companyIdOf(request)) };
  });
}
