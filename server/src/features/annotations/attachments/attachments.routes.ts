import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import type { Services } from '#server/platform/context.ts';
import { bytesOfDataUrl } from '#server/platform/files/sent-files.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { idOf, urlOf } from '#server/platform/http/mount-resource.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { asBrokenUpload, mountUploads } from '#server/platform/http/uploads.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { entityOf, mountChildRecords } from '../child-records.routes.ts';
import {
  addAttachment,
  attachmentsService,
  checkOwner,
  findAttachmentFile,
  type Upload,
} from './attachments.service.ts';

const url = urlOf(attachments);
// Base64 takes a third more than the bytes; some is left for the name. Larger bodies are refused with 413 unread.
const bodyLimit = Math.ceil((maxAttachmentBytes * 4) / 3) + 1024 * 1024;

export function attachmentRoutes(
  app: FastifyInstance,
  services: Services,
  kinds: readonly OwnerKind[],
): void {
  mountChildRecords(app, services, kinds, attachments, attachmentsService);
  app.get(
    `${url}/:id/file`,
    { config: { resource: attachments, programs: true, file: 'application/octet-stream' } },
    async (request, reply) => {
      const file = await findAttachmentFile(
        personalContextOf(services, request),
        kinds,
        entityOf(request),
        idOf(request),
      );
      return sendStored(reply, services.files, file);
    },
  );
  mountUploads(app, maxAttachmentBytes, (scope) => {
    const created = z.object({ result: attachments.record });
    // Checks the permission before up to 34 MB are read in vain.
    const preParsing = async (request: FastifyRequest) => {
      await checkOwner(personalContextOf(services, request), kinds, entityOf(request));
    };
    scope.post(
      url,
      {
        bodyLimit,
        preParsing,
        config: { resource: attachments, programs: true, jsonBody: attachments.create },
        schema: { consumes: ['application/json', 'multipart/form-data'], response: { 201: created } },
      },
      async (request, reply) => {
        const ctx = personalContextOf(services, request);
        const upload = request.isMultipart() ? await readPart(request) : readJson(request);
        return reply.code(201).send({ result: await addAttachment(ctx, kinds, entityOf(request), upload) });
      },
    );
  });
}

function readJson(request: FastifyRequest): Upload {
  const { name, content } = parseInput(attachments.create, request.body);
  return { name, bytes: bytesOfDataUrl(content) };
}

async function readPart(request: FastifyRequest): Promise<Upload> {
  let upload: Upload | null = null;
  try {
    for await (const part of request.files()) {
      if (part.fieldname !== 'file') throw problem.validation({ content: ['required'] });
      const bytes = await part.toBuffer();
      upload = { name: part.filename, bytes, isTruncated: part.file.truncated };
    }
  } catch (error) {
    // One file per request: a second one is refused, never silently dropped.
    if (Reflect.get(Object(error), 'code') === 'FST_FILES_LIMIT')
      throw problem.validation({ content: ['too-many'] });
    throw asBrokenUpload(error);
  }
  if (!upload) throw problem.validation({ content: ['required'] });
  return upload;
}
