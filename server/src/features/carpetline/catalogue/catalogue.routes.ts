import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  catalogueImported,
  catalogueLookup,
  maxPhotoBytes,
  photoWrite,
  semiFinishes,
} from '#contract/carpetline/catalogue.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { maxImportBytes } from '#contract/core/imports.ts';
import { id } from '#contract/resource.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Services } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { mountUploads, readUpload } from '#server/platform/http/uploads.ts';
import { importCatalogue, importNeeds } from './catalogue-csv.service.ts';
import { catalogueOf, findPhoto, setPhoto } from './catalogue.service.ts';

const url = `/api/${semiFinishes.path}`;
const tags = [semiFinishes.path];
const whose = z.object({ companyId: id.optional() });
const ofColor = z.object({ id, colorId: id });

export function catalogueRoutes(app: FastifyInstance, services: Services): void {
  fileRoutes(app, services);

  // Whoever reads orders chooses from the catalogue: portal users have no right on its screens.
  const permission = `${carpetOrders.permission}.read`;
  const lookup = { tags, querystring: whose, response: { 200: z.object({ result: catalogueLookup }) } };
  app.get(`${url}/lookup`, { config: { permission }, schema: lookup }, async (request) => {
    const ctx = contextOf(services, request, permission);
    const { companyId = ctx.caller.companyId } = parseInput(whose, request.query);
    if (!isId(companyId) || !reaches(ctx.scope, companyId)) throw problem.notFound();
    return { result: await catalogueOf(ctx.db, companyId) };
  });
  app.get(`${url}/photos/:id`, { config: { permission }, schema: { tags } }, async (request, reply) => {
    const sha256 = await findPhoto(
      contextOf(services, request, permission),
      parseInput(z.object({ id }), request.params).id,
    );
    return sendStored(reply, services.files, { sha256, mime: 'image/png' });
  });

  const update = `${semiFinishes.permission}.update`;
  const schema = { tags, body: photoWrite, response: { 200: z.object({ result: semiFinishes.record }) } };
  const bodyLimit = maxPhotoBytes * 2;
  app.put(
    `${url}/:id/colors/:colorId/photo`,
    { bodyLimit, config: { permission: update }, schema },
    async (request) => {
      const part = parseInput(ofColor, request.params);
      const { content } = parseInput(photoWrite, request.body);
      return { result: await setPhoto(contextOf(services, request, update), part.id, part.colorId, content) };
    },
  );
}

function fileRoutes(app: FastifyInstance, services: Services): void {
  const permission = `${semiFinishes.permission}.update`;
  mountUploads(app, maxImportBytes, (scope) => {
    const schema = { tags, consumes: ['multipart/form-data'], response: { 200: catalogueImported } };
    scope.post(`${url}/import`, { config: { permission }, schema }, async (request) => {
      const ctx = contextOf(services, request, permission);
      ctx.require(importNeeds);
      return { result: await importCatalogue(ctx, await readUpload(request)) };
    });
  });
}
