import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  failureReport,
  maxChecksPerMinute,
  updateAnswer,
  updateQuestion,
} from '#contract/releases/updates.ts';
import { brandUrl, countUse, placeOf, type SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { limitPerMinute } from '../rate-limit.ts';
import { hashOfKey } from '../update-keys/update-keys.rules.ts';
import { answerUpdate, companyOfKey, takeFailure } from './updates.service.ts';

const minute = 60_000;
// Limits guessing of keys. Clients with a revoked key keep asking for a while.
const revokedKeys = { allowed: 300, firstLockMs: minute, longestMs: 10 * minute, forgetAfterMs: 60 * minute };

/**
 * Where clients ask for updates and report failures, outside the guard of the API: authenticated by the update key alone.
 *
 * @param sites where a mail about a release leads
 * @param perMinute max requests with one key; lower in tests
 */
export async function updateRoutes(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions | null,
  perMinute = maxChecksPerMinute,
): Promise<void> {
  await app.register(async (scope) => {
    const keyGenerator = (request: FastifyRequest) => hashOfKey(keyOf(request)) ?? placeOf(request.ip);
    // Stops a flood within this process; the limit below is counted for all processes together.
    await scope.register(rateLimit, {
      max: perMinute,
      timeWindow: minute,
      store: SteadyStore,
      keyGenerator,
      errorResponseBuilder: tooMany,
    });
    // Before the request is parsed: without a key nobody learns what is wrong with it.
    const companies = new WeakMap<FastifyRequest, string>();
    scope.addHook('onRequest', async (request) => {
      companies.set(request, await ownerOf(services, request));
      await limitPerMinute(services, ['update-check', hashOfKey(keyOf(request)) ?? ''], perMinute);
    });
    const companyOf = (request: FastifyRequest) => companies.get(request) ?? '';
    const config = { public: 'update key' };
    const asked = { querystring: updateQuestion, response: { 200: updateAnswer, 204: z.null() } };
    scope.get(
      '/api/fm/updates',
      { config: { ...config, summary: 'Ask for the release that is offered' }, schema: asked },
      async (request, reply) => {
        const answer = await answerUpdate(
          services,
          companyOf(request),
          parseInput(updateQuestion, request.query),
        );
        reply.header('cache-control', 'no-store');
        return answer ? { result: answer } : reply.code(204).send();
      },
    );
    const reported = { body: failureReport, response: { 204: z.null() } };
    scope.post(
      '/api/fm/updates/failures',
      { config: { ...config, summary: 'Report that taking a release failed' }, schema: reported },
      async (request, reply) => {
        const linkTo = (releaseId: string) =>
          sites && brandUrl(sites, 'generic', `/fm/releases/${releaseId}`);
        await takeFailure(services, companyOf(request), parseInput(failureReport, request.body), linkTo);
        return reply.code(204).send();
      },
    );
  });
}

function keyOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S{1,100})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

// The same answer for an unknown key, a revoked key, and a key of an inactive company (§A8).
async function ownerOf(services: Services, request: FastifyRequest): Promise<string> {
  const companyId = await companyOfKey(services, keyOf(request));
  if (companyId !== undefined) return companyId;
  const use = await countUse(services.db, ['update-key', placeOf(request.ip)], revokedKeys, services.now());
  if (!use.isAllowed) throw problem.of('too-many-requests', { retryAfterSeconds: 60 });
  throw problem.of('unauthenticated', { sentence: 'update-key-wrong' });
}

function tooMany(_: FastifyRequest, { ttl }: { readonly ttl: number }) {
  return problem.of('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) });
}
