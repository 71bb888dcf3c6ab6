import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  boardOrder,
  carpetLetterhead,
  carpetLetterheadWrite,
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
import { actionsOf, type MountAction } from '#server/platform/http/mount-action.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { nameParameters, sendStored } from '#server/platform/http/send-stored.ts';
import { drawingTypes, findOrderDrawing } from './drawings.service.ts';
import { findMail, saveMail, notifyOrderer } from './mail.service.ts';
import { documentKinds } from './order-documents.pdf.ts';
import { documentOf, type Letterheads } from './order-documents.service.ts';
import { board, progressService } from './progress.service.ts';
import { findSettings, saveSettings } from './settings.service.ts';

const { permission, path: tag } = carpetOrders;

export function carpetOrderRoutes(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions,
  letterheads: Letterheads,
): void {
  const action = actionsOf(app, services, carpetOrders);
  progressRoutes(action, sites);
  action('GET', '/:id/drawings/:lineId', { right: 'read', file: drawingTypes }, async (ctx, input) => {
    const { lineId } = parseInput(z.object({ lineId: id }), input.request.params);
    const { name: filename, ...drawing } = await findOrderDrawing(ctx, input.id, lineId);
    return sendStored(input.reply, ctx.files, { ...drawing, filename });
  });
  for (const kind of documentKinds)
    action('GET', `/:id/${kind}`, { right: 'read', file: 'application/pdf' }, async (ctx, input) => {
      const { bytes, filename } = await documentOf(ctx, input.id, kind, letterheads.find);
      return input.reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; ${nameParameters(filename)}`)
        .send(bytes);
    });

  const other = actionsOf(app, services, { name: carpetOrders.name, path: 'carpetline', permission, tag });
  other('GET', '/board', { right: 'process', result: z.array(boardOrder) }, board);
  other('GET', '/settings', { right: 'read', result: carpetSettings }, findSettings);
  const settings = { right: 'process', body: carpetSettings, result: carpetSettings };
  other('PUT', '/settings', settings, (ctx, { body }) => saveSettings(ctx, body));
  const letterhead = { right: 'process', result: carpetLetterhead };
  other('GET', '/letterhead', letterhead, letterheads.read);
  other('PUT', '/letterhead', { ...letterhead, body: carpetLetterheadWrite }, (ctx, { body }) =>
    letterheads.change(ctx, body),
  );
  other('GET', '/my-mail', { result: carpetMail }, findMail);
  other('PUT', '/my-mail', { body: carpetMail, result: carpetMail }, (ctx, { body }) => saveMail(ctx, body));
}

function progressRoutes(action: MountAction<typeof carpetOrders>, sites: SiteOptions): void {
  const {
    receive,
    complete,
    stepBack: back,
    setDeliveryDate: setDay,
  } = progressService(notifyOrderer(sites));
  const step = <S extends z.ZodType>(
    name: string,
    body: S,
    take: (ctx: Context, id: string, body: z.output<S>) => Promise<Rec<typeof carpetOrders>>,
    does?: string,
  ) =>
    action(
      'POST',
      `/:id/${name}`,
      { right: 'process', body, result: carpetOrders.record, config: does === undefined ? {} : { does } },
      (ctx, input) => take(ctx, input.id, input.body),
    );
  step('receive', receiveCarpet, receive);
  step('complete', completeOrder, complete);
  step('step-back', stepBack, back);
  step('delivery-date', setDeliveryDate, setDay, 'set delivery date');
}
