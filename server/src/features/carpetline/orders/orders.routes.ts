import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  boardOrder,
  carpetMail,
  carpetOrders,
  carpetSettings,
  completeOrder,
  receiveCarpet,
  setDeliveryDate,
  stepBack,
} from '#contract/carpetline/orders.ts';
import { id, type Rec } from '#contract/resource.ts';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf, personalContextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findDrawing } from './lines.repository.ts';
import { findMail, saveMail, notifyOrderer } from './mail.service.ts';
import { paperKinds } from './paper.pdf.ts';
import { paperOf } from './paper.service.ts';
import { carpetOrdersService } from './orders.service.ts';
import { board, progressService } from './progress.service.ts';
import { findTakenOff } from './sent-drawings.repository.ts';
import { findSettings, saveSettings } from './settings.service.ts';

type Order = Rec<typeof carpetOrders>;

const url = `/api/${carpetOrders.path}`;
const tags = [carpetOrders.path];
const right = (action: string) => `${carpetOrders.permission}.${action}`;
const answer = <S extends z.ZodType>(result: S) => ({ 200: z.object({ result }) });

export function carpetOrderRoutes(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  progressRoutes(app, services, sites);

  app.get(
    `${url}/:id/drawings/:lineId`,
    { config: { permission: right('read') }, schema: { tags } },
    async (request, reply) => {
      const { lineId } = parseInput(z.object({ lineId: id }), request.params);
      const ctx = contextOf(services, request, right('read'));
      const order = orNotFound(await carpetOrdersService.find?.(ctx, idOf(request), {}));
      // Also one that was removed meanwhile, for users who have it on screen.
      const found =
        (await findDrawing(ctx.db, ctx.scope, lineId)) ?? (await findTakenOff(ctx.db, order.id, lineId));
      const { name: filename, ...drawing } = orNotFound(found);
      return sendStored(reply, services.files, { ...drawing, filename });
    },
  );
  for (const kind of paperKinds) {
    app.get(
      `${url}/:id/${kind}`,
      { config: { permission: right('read') }, schema: { tags } },
      async (request, reply) => {
        const { bytes, number } = await paperOf(
          contextOf(services, request, right('read')),
          idOf(request),
          kind,
        );
        return reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', `attachment; filename*=UTF-8''${kind}-${number}.pdf`)
          .send(bytes);
      },
    );
  }
  app.get(
    '/api/carpetline/board',
    { config: { permission: right('process') }, schema: { tags, response: answer(z.array(boardOrder)) } },
    async (request) => ({
      result: await board(contextOf(services, request, right('process'))),
    }),
  );
  settingsRoutes(app, services);
}

function progressRoutes(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  const permission = right('process');
  type Progress = ReturnType<typeof progressService>;
  const action = <S extends z.ZodType>(
    name: string,
    body: S,
    act: (progress: Progress) => (ctx: Context, id: string, body: z.output<S>) => Promise<Order>,
  ) =>
    app.post(
      `${url}/:id/${name}`,
      { config: { permission }, schema: { tags, body, response: answer(carpetOrders.record) } },
      async (request) => {
        const step = act(progressService(notifyOrderer(sites)));
        return {
          result: await step(
            contextOf(services, request, permission),
            idOf(request),
            parseInput(body, request.body),
          ),
        };
      },
    );
  action('receive', receiveCarpet, ({ receive }) => receive);
  action('complete', completeOrder, ({ complete }) => complete);
  action('step-back', stepBack, ({ stepBack }) => stepBack);
  action('delivery-date', setDeliveryDate, ({ setDeliveryDate }) => setDeliveryDate);
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const read = right('read');
  const process = right('process');
  const schema = { tags, response: answer(carpetSettings) };
  app.get('/api/carpetline/settings', { config: { permission: read }, schema }, async (request) => ({
    result: await findSettings(contextOf(services, request, read)),
  }));
  app.put(
    '/api/carpetline/settings',
    { config: { permission: process }, schema: { ...schema, body: carpetSettings } },
    async (request) => ({
      result: await saveSettings(
        contextOf(services, request, process),
        parseInput(carpetSettings, request.body),
      ),
    }),
  );
  const mail = { tags, response: answer(carpetMail) };
  app.get('/api/carpetline/my-mail', { schema: mail }, async (request) => ({
    result: await findMail(personalContextOf(services, request)),
  }));
  app.put('/api/carpetline/my-mail', { schema: { ...mail, body: carpetMail } }, async (request) => ({
    result: await saveMail(personalContextOf(services, request), parseInput(carpetMail, request.body)),
  }));
}
