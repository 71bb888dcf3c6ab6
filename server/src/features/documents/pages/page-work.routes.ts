import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  mergeCommand,
  pageWorkResult,
  removePagesCommand,
  restoreSourceCommand,
  rotateCommand,
  splitCommand,
  unknownDocuments,
} from '#contract/documents/unknown-documents.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { startPages } from '#server/platform/pdf/pages.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { documentRecordPath } from '../paths.ts';
import * as service from './page-work.service.ts';

const place = {
  name: unknownDocuments.name,
  path: documentRecordPath,
  permission: unknownDocuments.permission,
};

/** Split, merge, rotate and remove pages; the file that came in is always kept. */
export function pageWorkRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  const pages = startPages();
  app.addHook('onClose', () => pages.close());
  const tools = { hooks, pages };
  const action = actionsOf(app, services, place);
  const command = <Body extends z.ZodType>(
    url: string,
    body: Body,
    work: (ctx: Context, id: string, body: z.output<Body>) => Promise<z.output<typeof pageWorkResult>>,
  ) =>
    action('POST', url, { right: 'update', body, result: pageWorkResult }, (ctx, input) =>
      work(ctx, url.includes(':id') ? input.id : '', input.body),
    );
  command('/:id/split', splitCommand, (ctx, id, body) => service.splitDocument(ctx, tools, id, body));
  command('/merge', mergeCommand, (ctx, _, body) => service.mergeDocuments(ctx, tools, body));
  command('/:id/rotate', rotateCommand, (ctx, id, body) => service.rotatePages(ctx, tools, id, body));
  command('/:id/remove-pages', removePagesCommand, (ctx, id, body) =>
    service.removePages(ctx, tools, id, body),
  );
  command('/:id/restore-source', restoreSourceCommand, (ctx, id, { rowVersion }) =>
    service.restoreSource(ctx, tools, id, rowVersion),
  );
}
