import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  offerCompose,
  offerMessage,
  offerPreview,
  offers,
  offerSettings,
  offerSettingsPermission,
  offerSettingsWrite,
  sendOffer as sendBody,
  sendOfferCommand,
  sentOffer,
  withdrawOffer as withdrawBody,
} from '#contract/workorders/offers.ts';
import { fieldId } from '#contract/problem.ts';
import { siteOf, type SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import * as service from './offers.service.ts';
import { messageOf, sendOffer } from './sending.service.ts';
import { changeSettings, readSettings } from './settings.service.ts';

export function offerRoutes(app: FastifyInstance, services: Services): void {
  mountList(app, services, offers, {
    list: (ctx, query, { workOrderId }) => service.listOffers(ctx, query, workOrderId),
  });
  composeRoutes(app, services);
  settingsRoutes(app, services);
}

function composeRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, offers);
  const right = 'create';
  action('GET', '/compose', { right, result: offerCompose }, (ctx, { parents }) =>
    service.composeOffer(ctx, parents.workOrderId),
  );
  const file = 'application/pdf';
  const preview = { right, file, body: offerPreview, config: { repeatable: 'reads only' } };
  action('POST', '/preview', preview, async (ctx, { parents, body, reply }) =>
    sendPdf(reply, await service.previewOffer(ctx, parents.workOrderId, body)),
  );
  action('GET', '/:id/pdf', { right: 'read', file }, async (ctx, { parents, id, reply }) =>
    sendStored(reply, ctx.files, await service.offerFile(ctx, parents.workOrderId, id)),
  );
  action('GET', '/:id/acceptance', { right: 'read', file }, async (ctx, { parents, id, reply }) =>
    sendPdf(reply, await service.acceptanceFile(ctx, parents.workOrderId, id)),
  );

  // The call of product 2.7: answers with the bytes of the offer, which is an attachment already (§E5).
  const { permission, path: tag } = offers;
  const workOrder = actionsOf(app, services, {
    name: 'work order',
    path: 'comceptum/workorders',
    permission,
    tag,
  });
  workOrder(
    'POST',
    '/:id/send-offer',
    { right, file, body: sendOfferCommand },
    async (ctx, { id, body, reply }) => {
      const lines = body.orderLineIds.map((orderLineId) => ({
        orderLineId,
        isOptional: false,
        choice: null,
      }));
      const { pdfSha256 } = await service.createOffer(ctx, id, { lines }, fieldId('orderLineIds'));
      return sendPdf(reply, orNotFound(await ctx.files.get(pdfSha256)));
    },
  );
}

function sendPdf(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/pdf').header('cache-control', 'no-store').send(bytes);
}

/** The routes that mail a version; its link leads to the address of the portal that the caller uses. */
export function offerSendRoutes(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  const action = actionsOf(app, services, offers);
  action('GET', '/:id/message', { right: 'send', result: offerMessage }, (ctx, { parents, id }) =>
    messageOf(ctx, parents.workOrderId, id),
  );

  // The answer may contain the link, so it is not stored.
  const config = { secret: true };
  const send = { right: 'send', body: sendBody, answer: sentOffer, config };
  action('POST', '/:id/send', send, async (ctx, { parents, id, body, request, reply }) => {
    const site = siteOf(sites, request.host);
    if (!site) throw problem.of('unknown-host');
    reply.header('cache-control', 'no-store');
    return sendOffer(ctx, { orderId: parents.workOrderId, id }, body, site.origin);
  });

  const withdraw = { right: 'withdraw', body: withdrawBody, result: offers.record };
  action('POST', '/:id/withdraw', withdraw, (ctx, { parents, id, body }) =>
    service.withdrawOffer(ctx, parents.workOrderId, id, body.reason),
  );
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const place = { path: 'comceptum/offer-settings', permission: offerSettingsPermission };
  const action = actionsOf(app, services, place);
  const settings = { query: z.object({ companyId: z.string().optional() }), result: offerSettings };
  action('GET', '', { ...settings, right: 'read' }, (ctx, { query }) => readSettings(ctx, query.companyId));
  const update = { ...settings, right: 'update', body: offerSettingsWrite };
  action('PUT', '', update, (ctx, { query, body }) => changeSettings(ctx, body, query.companyId));
}
