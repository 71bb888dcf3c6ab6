import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { attachmentRoutes } from './attachments/attachments.routes.ts';
import { noteRoutes } from './notes/notes.routes.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';

export { attachFixed } from './attachments/attachments.service.ts';

/** Notes and attachments of every kind of record that areas register. */
export function annotationsPlugin(
  app: FastifyInstance,
  services: Services,
  kinds: readonly OwnerKind[],
): void {
  noteRoutes(app, services, kinds);
  attachmentRoutes(app, services, kinds);
}
