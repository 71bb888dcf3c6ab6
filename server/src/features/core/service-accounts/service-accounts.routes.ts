import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serviceAccounts, serviceKeyMade, serviceKeyMake } from '#contract/core/service-accounts.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { type KeyParts, makeKey, revokeKey } from './service-accounts.service.ts';

const keyAddress = z.object({ id: z.string(), keyId: z.string() });

/** Making and revoking keys: only the answer to the first contains a key. */
export function serviceAccountRoutes(app: FastifyInstance, services: Services, keyParts: KeyParts): void {
  const action = actionsOf(app, services, serviceAccounts);
  const make = {
    right: 'update',
    body: serviceKeyMake,
    isBodyOptional: true,
    result: serviceKeyMade,
    status: 201,
    config: { secret: true, fresh: true, summary: 'Make a key of a service account' },
  } as const;
  action('POST', '/:id/keys', make, (ctx, { id, body, parents, reply }) => {
    reply.header('cache-control', 'no-store');
    return makeKey(ctx, keyParts, id, body, parents);
  });
  const revoke = {
    right: 'update',
    result: serviceAccounts.record,
    config: { fresh: true, summary: 'Revoke a key of a service account' },
  } as const;
  action('DELETE', '/:id/keys/:keyId', revoke, (ctx, { parents, request }) =>
    revokeKey(ctx, parseInput(keyAddress, request.params), parents),
  );
}
