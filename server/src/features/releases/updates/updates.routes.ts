import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  failureReport,
  maxChecksPerMinute,
  updateAnswer,
  updateKeys,
  updateQuestion,
} from '#contract/releases/updates.ts';
import { brandUrl, countUse, placeOf, type SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { idOf, mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { limitPerMinute } from '../rate-limit.ts';
import { hashOfKey } from '../update-keys/update-keys.rules.ts';
import { createKey, rotateKey, streamKeys, updateKeysService } from '../update-keys/update-keys.service.ts';
import { answerUpdate, companyOfKey, takeFailure } from './updates.service.ts';

const minute = 60_000;
// Guessing is hopeless; this keeps it from being tried. A company whose key was withdrawn asks on for a while.
const deadKeys = { allowed: 300, firstLockMs: minute, longestMs: 10 * minute, forgetAfterMs: 60 * minute };

/** Keys of a company's clients, for people with the right to them. */
export function updateKeyRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, updateKeys, updateKeysService);
  mountExport(app, services, updateKeys, {
    list: 'update-keys',
    rows: (ctx, query, request) => streamKeys(ctx, query, parentsOf<typeof updateKeys>(request)),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['hint', 'text', ({ hint }) => hint],
      ['createdAt', 'instant', ({ createdAt }) => createdAt],
      ['createdBy', 'text', ({ createdBy }) => createdBy],
      ['lastUsedAt', 'instant', ({ lastUsedAt }) => lastUsedAt],
    ],
  });
  const url = `/api/${updateKeys.path.replace('{companyId}', ':companyId')}`;
  const permission = `${updateKeys.permission}.create`;
  // Both answers hold the key.
  const config = { permission, secret: true };
  const tags = [updateKeys.path];
  const one = z.object({ result: updateKeys.record });
  app.post(
    url,
    { config, schema: { tags, body: updateKeys.create, response: { 201: one } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const made = await createKey(
        ctx,
        parseInput(updateKeys.create, request.body),
        parentsOf<typeof updateKeys>(request),
      );
      return reply.code(201).header('cache-control', 'no-store').send({ result: made });
    },
  );
  app.post(
    `${url}/:id/rotate`,
    { config, schema: { tags, response: { 200: one } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const made = await rotateKey(ctx, idOf(request), parentsOf<typeof updateKeys>(request));
      return reply.header('cache-control', 'no-store').send({ result: made });
    },
  );
}

/**
 * Where clients ask and report; outside the guard of the API: the update key is all that it takes.
 *
 * @param sites where a mail about a release leads
 * @param perMinute the most questions of one key, for a test that cannot ask so often
 */
export async function updateRoutes(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions | null,
  perMinute = maxChecksPerMinute,
): Promise<void> {
  await app.register(async (scope) => {
    const keyGenerator = (request: FastifyRequest) => hashOfKey(keyOf(request)) ?? placeOf(request.ip);
    // A flood ends here, at this process; below all processes count together.
    await scope.register(rateLimit, {
      max: perMinute,
      timeWindow: minute,
      keyGenerator,
      errorResponseBuilder: tooMany,
    });
    // Before anything of the request is read: without a key nobody learns what is wrong with it.
    const companies = new WeakMap<FastifyRequest, string>();
    scope.addHook('onRequest', async (request) => {
      companies.set(request, await ownerOf(services, request));
      await limitPerMinute(services, ['update-check', hashOfKey(keyOf(request)) ?? ''], perMinute);
    });
    const companyOf = (request: FastifyRequest) => companies.get(request) ?? '';
    const config = { public: 'update key' };
    const tags = ['fm/updates'];
    const asked = { tags, querystring: updateQuestion, response: { 200: updateAnswer, 204: z.null() } };
    scope.get('/api/fm/updates', { config, schema: asked }, async (request, reply) => {
      const answer = await answerUpdate(
        services,
        companyOf(request),
        parseInput(updateQuestion, request.query),
      );
      reply.header('cache-control', 'no-store');
      return answer ? { result: answer } : reply.code(204).send();
    });
    const reported = { tags, body: failureReport, response: { 204: z.null() } };
    scope.post('/api/fm/updates/failures', { config, schema: reported }, async (request, reply) => {
      const linkTo = (releaseId: string) => sites && brandUrl(sites, 'generic', `/fm/releases/${releaseId}`);
      await takeFailure(services, companyOf(request), parseInput(failureReport, request.body), linkTo);
      return reply.code(204).send();
    });
  });
}

function keyOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S{1,100})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

// One answer for all: unknown, withdrawn, and of a company that is switched off (§A8).
async function ownerOf(services: Services, request: FastifyRequest): Promise<string> {
  const companyId = await companyOfKey(services, keyOf(request));
  if (companyId !== undefined) return companyId;
  const use = await countUse(services.db, ['update-key', placeOf(request.ip)], deadKeys, services.now());
  if (!use.isAllowed) throw problem.of('too-many-requests', { retryAfterSeconds: 60 });
  throw problem.of('unauthenticated', { sentence: 'update-key-wrong' });
}

function tooMany(_: FastifyRequest, { ttl }: { readonly ttl: number }) {
  return problem.of('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) });
}
