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
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { mountUploads, readUpload } from '#server/platform/http/uploads.ts';
import { importCatalogue, importNeeds } from './catalogue-csv.service.ts';
import { catalogueOf, findPhoto, setPhoto } from './catalogue.service.ts';

const ofCompany = z.object({ companyId: id.optional() });
const ofColor = z.object({ id, colorId: id });

export function catalogueRoutes(app: FastifyInstance, services: Services): void {
  mountUploads(app, maxImportBytes, (scope) => {
    const upload = { right: 'update', isUpload: true, answer: catalogueImported };
    actionsOf(scope, services, semiFinishes)('POST', '/import', upload, async (ctx, { request }) => {
      ctx.require(importNeeds);
      return { result: await importCatalogue(ctx, await readUpload(request)) };
    });
  });

  // Whoever reads orders chooses from the catalogue: portal users have no right on its screens.
  const { permission } = carpetOrders;
  const read = actionsOf(app, services, { name: semiFinishes.name, path: semiFinishes.path, permission });
  const lookup = { right: 'read', query: ofCompany, result: catalogueLookup };
  read('GET', '/lookup', lookup, async (ctx, { query: { companyId = ctx.caller.companyId } }) => {
    if (!isId(companyId) || !reaches(ctx.scope, companyId)) throw problem.notFound();
    return catalogueOf(ctx.db, companyId);
  });
  read('GET', '/photos/:id', { right: 'read', file: 'image/png' }, async (ctx, { request, reply }) => {
    const sha256 = await findPhoto(ctx, parseInput(z.object({ id }), request.params).id);
    return sendStored(reply, ctx.files, { sha256, mime: 'image/png' });
  });

  const photo = {
    right: 'update',
    body: photoWrite,
    result: semiFinishes.record,
    bodyLimit: maxPhotoBytes * 2,
  };
  actionsOf(app, services, semiFinishes)(
    'PUT',
    '/:id/colors/:colorId/photo',
    photo,
    async (ctx, { request, body }) => {
      const part = parseInput(ofColor, request.params);
      return setPhoto(ctx, part.id, part.colorId, body.content);
    },
  );
}
