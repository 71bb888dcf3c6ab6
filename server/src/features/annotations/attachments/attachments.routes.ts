import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import type { Services } from '#server/platform/context.ts';
import { bytesOfDataUrl } from '#server/platform/files/sent-files.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { idOf, listParameters, parentsOf, readListQuery } from '#server/platform/http/mount-resource.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { asBrokenUpload, mountUploads } from '#server/platform/http/uploads.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import {
  addAttachment,
  checkOwner,
  findAttachmentFile,
  listAttachments,
  removeAttachment,
  type Upload,
} from './attachments.service.ts';

const url = '/api/shared/entities/:entityId/attachments';
const tags = [attachments.path];
const entityOf = (request: FastifyRequest) => parentsOf<typeof attachments>(request).entityId;
// A third more than the bytes, and room for a name; what is larger still is 413 before it is read.
const bodyLimit = Math.ceil((maxAttachmentBytes * 4) / 3) + 1024 * 1024;

// Which right each takes depends on the owner: it is asked for inside.
export function attachmentRoutes(
  app: FastifyInstance,
  services: Services,
  kinds: readonly OwnerKind[],
): void {
  const page = z.object({
    result: z.array(attachments.row),
    metadata: z.object({ count: z.int().optional() }),
  });
  app.get(
    url,
    { schema: { tags, querystring: listParameters, response: { 200: page } } },
    async (request) => {
      const ctx = personalContextOf(services, request);
      const { rows, count } = await listAttachments(
        ctx,
        kinds,
        entityOf(request),
        readListQuery(attachments, request),
      );
      return { result: rows, metadata: count === undefined ? {} : { count } };
    },
  );
  app.get(`${url}/:id/file`, { schema: { tags } }, async (request, reply) => {
    const file = await findAttachmentFile(
      personalContextOf(services, request),
      kinds,
      entityOf(request),
      idOf(request),
    );
    return sendStored(reply, services.files, file);
  });
  app.delete(`${url}/:id`, { schema: { tags, response: { 204: z.null() } } }, async (request, reply) => {
    await removeAttachment(personalContextOf(services, request), kinds, entityOf(request), idOf(request));
    return reply.code(204).send();
  });
  mountUploads(app, maxAttachmentBytes, (scope) => {
    const one = z.object({ result: attachments.record });
    // Whether the record may be changed is asked before up to 34 MB are read for nothing.
    const preParsing = async (request: FastifyRequest) => {
      await checkOwner(personalContextOf(services, request), kinds, entityOf(request));
    };
    scope.post(
      url,
      {
        bodyLimit,
        preParsing,
        config: { jsonBody: attachments.create },
        schema: { tags, consumes: ['application/json', 'multipart/form-data'], response: { 201: one } },
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
    // One file a request: a second one is refused with the first, never left out in silence.
    if (Reflect.get(Object(error), 'code') === 'FST_FILES_LIMIT')
      throw problem.validation({ content: ['too-many'] });
    throw asBrokenUpload(error);
  }
  if (!upload) throw problem.validation({ content: ['required'] });
  return upload;
}
