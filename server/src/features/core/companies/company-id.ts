import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { findById } from './companies.repository.ts';

/** The `:companyId` of a route. */
function companyIdOf(request: FastifyRequest): string {
  return z.object({ companyId: z.string() }).parse(request.params).companyId;
}

/** The company of the address, which the caller may read. */
export async function companyOfRequest(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ readonly companyId: string }> {
  const companyId = companyIdOf(request);
  orNotFound(await findById(ctx.db, ctx.scope, companyId));
  return { companyId };
}
