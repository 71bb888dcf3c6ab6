import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { documents, intakeResult, maxUploadBytes, maxUploadFiles } from '#contract/documents/documents.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { asBrokenUpload } from '#server/platform/http/uploads.ts';
import type { Arrival } from './intake.repository.ts';
import { registerArrivals, takeIn } from './intake.service.ts';

const permission = `${documents.permission}.create`;
const answer = z.object({ result: z.array(intakeResult) });
const destination = z.object({
  companyId: z.string().max(64).optional(),
  administrationId: z.string().max(64).optional(),
});

export function intakeRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: maxUploadBytes,
        files: maxUploadFiles,
        fields: 10,
        fieldSize: 1000,
        parts: maxUploadFiles + 10,
      },
    });
    const schema = { consumes: ['multipart/form-data'], response: { 202: answer } };
    scope.post(
      `/api/${documents.path}`,
      {
        config: { permission, resource: documents, summary: 'Upload documents', formFields: destination },
        schema,
      },
      async (request, reply) => {
        const ctx = contextOf(services, request, permission);
        const arrivals: Arrival[] = [];
        const fields: Record<string, unknown> = {};
        for await (const part of partsOf(request)) {
          if (part.type === 'field') {
            if (part.value !== '') fields[part.fieldname] = part.value;
          } else if (part.fieldname === 'file') {
            arrivals.push(...(await takeIn(ctx, part)));
          } else {
            part.file.resume();
          }
        }
        const result = await registerArrivals(ctx, arrivals, parseInput(destination, fields));
        return reply.code(202).send({ result });
      },
    );
  });
}

async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    throw asBrokenUpload(error);
  }
}
