import type { FastifyInstance } from 'fastify';
import {
  domainProof,
  identityProvider,
  identityProviderView,
  identityProviderWrite,
} from '#contract/core/identity-provider.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import {
  findIdentityProvider,
  proveDomain,
  type ProviderParts,
  removeIdentityProvider,
  saveIdentityProvider,
} from './identity-provider.service.ts';

/** The directory by which a company signs in, and the domains of its addresses. */
export function identityProviderRoutes(app: FastifyInstance, services: Services, parts: ProviderParts): void {
  const action = actionsOf(app, services, identityProvider);
  const result = identityProviderView;
  const get = { right: 'read', result, config: { summary: 'Get how a company signs in' } } as const;
  action('GET', '', get, (ctx, { parents }) => findIdentityProvider(ctx, parts, parents.companyId));
  const save = {
    right: 'update',
    body: identityProviderWrite,
    result,
    config: { fresh: true, secret: true, summary: 'Set the directory of a company' },
  } as const;
  action('PUT', '', save, (ctx, { parents, body }) =>
    saveIdentityProvider(ctx, parts, parents.companyId, body),
  );
  const remove = {
    right: 'update',
    status: 204,
    config: { fresh: true, summary: 'Remove the directory of a company' },
  } as const;
  action('DELETE', '', remove, (ctx, { parents }) => removeIdentityProvider(ctx, parts, parents.companyId));
  const prove = {
    right: 'update',
    body: domainProof,
    result,
    config: { fresh: true, summary: 'Prove a domain of a company', repeatable: 'looks again' },
  } as const;
  action('POST', '/prove', prove, (ctx, { parents, body }) =>
    proveDomain(ctx, parts, parents.companyId, body.domain),
  );
}
