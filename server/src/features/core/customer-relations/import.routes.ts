import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { importPreview, importResult, maxImportBytes } from '#contract/core/imports.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { mountUploads, readUpload } from '#server/platform/http/uploads.ts';
import { importRelations, previewImport } from './import.service.ts';

const url = `/api/${customerRelations.path}/import`;
const permission = `${customerRelations.permission}.import`;
const whose = z.object({ companyId: id.optional() });
const schemaFor = <S extends z.ZodType>(result: S) => ({
  consumes: ['multipart/form-data'],
  querystring: whose,
  response: { 200: z.object({ result }) },
});

export function importRoutes(app: FastifyInstance, services: Services): void {
  mountUploads(app, maxImportBytes, (scope) => {
    scope.post(
      `${url}/preview`,
      {
        config: { permission, resource: customerRelations, repeatable: 'reads only' },
        schema: schemaFor(importPreview),
      },
      async (request) => {
        const ctx = contextOf(services, request, permission);
        return {
          result: await previewImport(
            ctx,
            await readUpload(request),
            parseInput(whose, request.query).companyId,
          ),
        };
      },
    );
    scope.post(
      url,
      { config: { permission, resource: customerRelations }, schema: schemaFor(importResult) },
      async (request) => {
        const ctx = contextOf(services, request, permission);
        return {
          result: await importRelations(
            ctx,
            await readUpload(request),
            parseInput(whose, request.query).companyId,
          ),
        };
      },
    );
  });
}
