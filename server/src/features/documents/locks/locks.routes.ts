import type { FastifyInstance } from 'fastify';
import { documentLock, lockCommand } from '#contract/documents/properties.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { documentRecordPath, locksPath } from '../paths.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type ActionPlace, actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import type { DocumentKey } from '../document-rows.ts';
import * as repository from './locks.repository.ts';

/** `POST` and `DELETE {path}/:id/lock`: 'X is working on this'. The answer of POST is the lock as it stands, whoever has it. */
export function lockRoutes(
  app: FastifyInstance,
  services: Services,
  place: ActionPlace,
  keyOf: (ctx: Context, id: string) => Promise<DocumentKey | undefined>,
): void {
  const action = actionsOf(app, services, { ...place, tag: documentRecordPath });
  const right = 'update';
  const config = { events: locksPath, repeatable: 'takes or renews the lock of one person' };
  const result = documentLock.nullable();
  action('POST', '/:id/lock', { right, config, body: lockCommand, result }, async (ctx, { id, body }) => {
    const key = orNotFound(await keyOf(ctx, id));
    return ctx.transaction(async (tx) => {
      const before = await repository.find(tx, ctx, key);
      const isTaken = await repository.acquire(tx, ctx, key, body.take);
      // A renewal changes nothing for others.
      if (isTaken && !before?.isMine) await notifyLock(ctx, tx, key);
      return repository.find(tx, ctx, key);
    });
  });
  action(
    'DELETE',
    '/:id/lock',
    { right, config: { events: locksPath }, status: 204 },
    async (ctx, { id }) => {
      const key = orNotFound(await keyOf(ctx, id));
      await ctx.transaction(async (tx) => {
        await repository.release(tx, ctx, key);
        await notifyLock(ctx, tx, key);
      });
    },
  );
}

async function notifyLock(ctx: Context, tx: Tx, key: DocumentKey): Promise<void> {
  // For the open document and for the list.
  for (const resource of [locksPath, unknownDocuments.path]) {
    await ctx.events.publish(tx, { resource, companyId: key.companyId, id: key.documentId });
  }
}
