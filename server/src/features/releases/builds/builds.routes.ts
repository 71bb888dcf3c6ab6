import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { build, buildSignatureHeader, buildTimestampHeader, buildWrite } from '#contract/releases/builds.ts';
import { placeOf } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { limitPerMinute } from '../rate-limit.ts';
import { faultOf } from './builds.rules.ts';
import { takeBuild } from './builds.service.ts';

const bodyLimit = 128 * 1024;
const maxPerMinute = 60;

/** Where the build server reports, outside the guard of the API: authenticated by the signature alone. */
export async function buildRoutes(
  app: FastifyInstance,
  services: Services,
  secret: string | undefined,
): Promise<void> {
  await app.register(async (scope) => {
    const keyGenerator = ({ ip }: FastifyRequest) => placeOf(ip);
    await scope.register(rateLimit, {
      max: maxPerMinute,
      timeWindow: 60_000,
      store: SteadyStore,
      keyGenerator,
      errorResponseBuilder: tooMany,
    });
    // The signature covers the raw bytes, so they are parsed after it was checked, whatever their content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    const result = z.object({ result: build });
    const schema = { response: { 200: result, 201: result } };
    scope.post(
      '/api/fm/builds',
      {
        config: {
          public: 'build webhook',
          summary: 'Report a build, signed by the build server',
          takes: buildWrite,
        },
        schema,
      },
      async (request, reply) => {
        await limitPerMinute(services, ['build', placeOf(request.ip)], maxPerMinute);
        const taken = await takeBuild(
          services,
          parseInput(buildWrite, verifiedBody(request, secret, services.now())),
        );
        return reply.code(taken.isNew ? 201 : 200).send({ result: taken.build });
      },
    );
  });
}

function verifiedBody(request: FastifyRequest, secret: string | undefined, now: Date): unknown {
  if (secret === undefined) throw problem.of('unavailable', { sentence: 'build-secret-unset' });
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = (name: string) => z.string().optional().catch(undefined).parse(request.headers[name]);
  const sent = { timestamp: header(buildTimestampHeader), signature: header(buildSignatureHeader) };
  const fault = faultOf(sent, body, secret, now);
  if (fault !== null) throw problem.of('unauthenticated', { sentence: `build-signature-${fault}` });
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw problem.of('bad-request', { sentence: 'build-no-json' });
  }
}

function tooMany(_: FastifyRequest, { ttl }: { readonly ttl: number }) {
  return problem.of('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) });
}
