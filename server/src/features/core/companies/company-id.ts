import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The `:companyId` of a route. */
export function companyIdOf(request: FastifyRequest): string {
  return z.object({ companyId: z.string() }).parse(request.params).companyId;
}
