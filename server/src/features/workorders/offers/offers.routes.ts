import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import { contextOf } from '#server/platform/http/caller.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { idOf, parentsOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import * as service from './offers.service.ts';
import { messageOf, sendOffer } from './sending.service.ts';
import { changeSettings, readSettings } from './settings.service.ts';

const url = `/api/${offers.path.replace('{workOrderId}', ':workOrderId')}`;
const tags = [offers.path];
const may = (verb: string) => `${offers.permission}.${verb}`;
const orderOf = (request: FastifyRequest) => parentsOf<typeof offers>(request).workOrderId;
const one = z.object({ result: offers.record });

export function offerRoutes(app: FastifyInstance, services: Services): void {
  mountList(app, services, offers, {
    list: (ctx, query, { workOrderId }) => service.listOffers(ctx, query, workOrderId),
  });
  composeRoutes(app, services);
  settingsRoutes(app, services);
}

function composeRoutes(app: FastifyInstance, services: Services): void {
  const create = may('create');
  const config = { permission: create };
  const composed = { tags, response: { 200: z.object({ result: offerCompose }) } };
  app.get(`${url}/compose`, { config, schema: composed }, async (request) => ({
    result: await service.composeOffer(contextOf(services, request, create), orderOf(request)),
  }));

  app.post(
    `${url}/preview`,
    { config: { ...config, repeatable: 'reads only' }, schema: { tags, body: offerPreview } },
    async (request, reply) => {
      const body = parseInput(offerPreview, request.body);
      return sendPdf(
        reply,
        await service.previewOffer(contextOf(services, request, create), orderOf(request), body),
      );
    },
  );

  const read = may('read');
  app.get(`${url}/:id/pdf`, { config: { permission: read }, schema: { tags } }, async (request, reply) => {
    const ctx = contextOf(services, request, read);
    return sendStored(reply, services.files, await service.offerFile(ctx, orderOf(request), idOf(request)));
  });

  // The call of product 2.7: answers with the bytes of the offer, which is an attachment already (§E5).
  const command = '/api/comceptum/workorders/:id/send-offer';
  app.post(command, { config, schema: { tags, body: sendOfferCommand } }, async (request, reply) => {
    const ctx = contextOf(services, request, create);
    const { orderLineIds } = parseInput(sendOfferCommand, request.body);
    const lines = orderLineIds.map((orderLineId) => ({ orderLineId, isOptional: false }));
    const { pdfSha256 } = await service.createOffer(ctx, idOf(request), { lines }, fieldId('orderLineIds'));
    return sendPdf(reply, orNotFound(await services.files.get(pdfSha256)));
  });
}

function sendPdf(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/pdf').header('cache-control', 'no-store').send(bytes);
}

/** The routes that mail a version; its link leads to the address of the portal that the caller uses. */
export function offerSendRoutes(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  const send = may('send');
  const message = { tags, response: { 200: z.object({ result: offerMessage }) } };
  app.get(`${url}/:id/message`, { config: { permission: send }, schema: message }, async (request) => ({
    result: await messageOf(contextOf(services, request, send), orderOf(request), idOf(request)),
  }));

  // The answer may contain the link, so it is not stored.
  const config = {
    permission: send,
    secret: true,
    repeatable: 'mails the same version again, each time with links of their own',
  };
  const sent = { tags, body: sendBody, response: { 200: sentOffer } };
  app.post(`${url}/:id/send`, { config, schema: sent }, async (request, reply) => {
    const site = siteOf(sites, request.host);
    if (!site) throw problem.of('unknown-host');
    const ctx = contextOf(services, request, send);
    const body = parseInput(sendBody, request.body);
    const key = { orderId: orderOf(request), id: idOf(request) };
    return reply.header('cache-control', 'no-store').send(await sendOffer(ctx, key, body, site.origin));
  });

  const withdraw = may('withdraw');
  const withdrawn = { tags, body: withdrawBody, response: { 200: one } };
  app.post(
    `${url}/:id/withdraw`,
    { config: { permission: withdraw }, schema: withdrawn },
    async (request) => {
      const ctx = contextOf(services, request, withdraw);
      const { reason } = parseInput(withdrawBody, request.body ?? {});
      return { result: await service.withdrawOffer(ctx, orderOf(request), idOf(request), reason) };
    },
  );
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const address = '/api/comceptum/offer-settings';
  const querystring = z.object({ companyId: z.string().optional() });
  const response = { 200: z.object({ result: offerSettings }) };
  const schema = { tags: ['comceptum/offer-settings'], querystring, response };
  const read = `${offerSettingsPermission}.read`;
  app.get(address, { config: { permission: read }, schema }, async (request) => {
    const { companyId } = parseInput(querystring, request.query);
    return { result: await readSettings(contextOf(services, request, read), companyId) };
  });

  const update = `${offerSettingsPermission}.update`;
  const changed = { ...schema, body: offerSettingsWrite };
  app.put(address, { config: { permission: update }, schema: changed }, async (request) => {
    const ctx = contextOf(services, request, update);
    const { companyId } = parseInput(querystring, request.query);
    return { result: await changeSettings(ctx, parseInput(offerSettingsWrite, request.body), companyId) };
  });
}
