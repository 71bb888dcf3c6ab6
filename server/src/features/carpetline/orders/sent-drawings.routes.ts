import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drawingsPath, maxDrawingBytes, sentDrawing } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Services } from '#server/platform/context.ts';
import { sentName } from '#server/platform/files/sent-files.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { mountUploads, readingParts } from '#server/platform/http/uploads.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { drawingTypes, storeDrawing, readDrawing, withinQuota } from './drawings.service.ts';
import * as repository from './sent-drawings.repository.ts';

const { permission, path: tag } = carpetOrders;
const place = { name: 'carpet drawing', path: drawingsPath.replace('/api/', ''), permission, tag };
const config = { permission: `${permission}.create|${permission}.update` };
// As long as people may come back to a draft.
const storedForMs = 30 * 24 * 3600_000;

/** Drawings that are uploaded before their order; visible to the uploader only. */
export function sentDrawingRoutes(app: FastifyInstance, services: Services): void {
  mountUploads(app, maxDrawingBytes, (scope) => {
    const upload = { config, isUpload: true, result: sentDrawing, status: 201 } as const;
    actionsOf(scope, services, place)('POST', '', upload, async (ctx, { request }) => {
      const { name: sent, bytes: content } = await readFile(request);
      const drawing = await ctx.once(async () => {
        const read = await readDrawing(ctx, sent, content);
        if (typeof read === 'string') throw problem.validation({ attachment: [read] });
        return storeDrawing(ctx, read);
      });
      const { name, mime: mimeType, bytes: size } = drawing;
      const id = await ctx.transaction(async (tx) => {
        const { result, isExceeded } = await withinQuota(tx, ctx, () => repository.insert(tx, ctx, drawing));
        if (isExceeded) throw problem.validation({ attachment: ['drawings-full'] });
        return result;
      });
      return { id, name, mimeType, size, path: `${drawingsPath}/${id}` };
    });
  });
  actionsOf(app, services, place)(
    'GET',
    '/:id',
    { config, file: drawingTypes },
    async (ctx, { id, reply }) => {
      const { name: filename, sha256, mime } = orNotFound(await repository.findOwn(ctx, id));
      return sendStored(reply, ctx.files, { sha256, mime, filename });
    },
  );
}

async function readFile(request: FastifyRequest): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  if (!request.isMultipart()) throw problem.of('unsupported-type');
  const part = await readingParts(() => request.file());
  if (part?.fieldname !== 'file') throw problem.validation({ attachment: ['required'] });
  const bytes = await readingParts(() => part.toBuffer());
  if (part.file.truncated) throw problem.validation({ attachment: ['file-too-large'] });
  return { name: sentName(part.filename), bytes };
}

/** Deletes, every night, old drawings; orders have copies of theirs. */
export const oldDrawingsJob = defineJob<object>('carpetline-old-drawings', {
  retries: 1,
  expireSeconds: 300,
  cron: '40 3 * * *',
});

/** One round. */
export function removeOldDrawings({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  return repository.removeOld(db, new Date(now().getTime() - storedForMs));
}
