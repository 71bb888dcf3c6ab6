import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentLock, lockCommand } from '#contract/documents/properties.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { documentRecordPath, locksPath } from '../paths.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { DocumentKey } from '../values/values.repository.ts';
import * as repository from './locks.repository.ts';

const answer = z.object({ result: documentLock.nullable() });

/** `POST` and `DELETE {base}/:id/lock`: 'X is working on this'. The answer of POST is the lock as it stands, whoever has it. */
export function lockRoutes(
  app: FastifyInstance,
  services: Services,
  base: string,
  permission: string,
  keyOf: (ctx: Context, id: string) => Promise<DocumentKey | undefined>,
): void {
  const config = { permission, events: locksPath };
  app.post(
    `${base}/:id/lock`,
    {
      config: { ...config, repeatable: 'takes or renews the lock of one person' },
      schema: { tags: [documentRecordPath], body: lockCommand, response: { 200: answer } },
    },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const { take } = parseInput(lockCommand, request.body ?? {});
      const key = orNotFound(await keyOf(ctx, idOf(request)));
      return ctx.transaction(async (tx) => {
        const before = await repository.find(tx, ctx, key);
        const isTaken = await repository.acquire(tx, ctx, key, take);
        // A renewal is no news.
        if (isTaken && !before?.isMine) await announce(ctx, tx, key);
        return { result: await repository.find(tx, ctx, key) };
      });
    },
  );
  app.delete(
    `${base}/:id/lock`,
    { config, schema: { tags: [documentRecordPath], response: { 204: z.null() } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const key = orNotFound(await keyOf(ctx, idOf(request)));
      await ctx.transaction(async (tx) => {
        await repository.release(tx, ctx, key);
        await announce(ctx, tx, key);
      });
      return reply.code(204).send();
    },
  );
}

async function announce(
  ctx: Context,
  tx: Parameters<typeof repository.release>[0],
  key: DocumentKey,
): Promise<void> {
  // Who has it open hears it at once, and so does who looks at the list.
  for (const resource of [locksPath, unknownDocuments.path]) {
    await ctx.events.publish(tx, { resource, companyId: key.companyId, id: key.documentId });
  }
}
