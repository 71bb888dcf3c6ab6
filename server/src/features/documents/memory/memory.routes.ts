import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { supplierBoard } from '#contract/documents/board.ts';
import {
  forgetCommand,
  layoutSharing,
  memoryTrial,
  shareLayoutCommand,
  supplierMemory,
} from '#contract/documents/memory.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { findMemory, forgetMemory, tryMemory } from './memory.service.ts';
import { findSharing, shareLayout } from './share-layout.service.ts';

/** What is remembered of a supplier: beside its row of the board. */
export function memoryRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, supplierBoard);
  action('GET', '/:id/memory', { right: 'read', result: supplierMemory }, (ctx, { id }) =>
    findMemory(ctx, id),
  );
  action(
    'POST',
    '/:id/memory/try',
    { right: 'read', body: z.object({}), config: { repeatable: 'reads only' }, result: memoryTrial },
    (ctx, { id }) => tryMemory(ctx, id),
  );
  action(
    'POST',
    '/:id/memory/forget',
    { right: 'update', body: forgetCommand, result: supplierMemory },
    (ctx, { id, body }) => forgetMemory(ctx, id, body),
  );
  action('GET', '/:id/memory/sharing', { right: 'update', result: layoutSharing }, (ctx, { id }) =>
    findSharing(ctx, id),
  );
  action(
    'PUT',
    '/:id/memory/sharing',
    { right: 'update', body: shareLayoutCommand, result: layoutSharing },
    (ctx, { id, body }) => shareLayout(ctx, id, body),
  );
}
