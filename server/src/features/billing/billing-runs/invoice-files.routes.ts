import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { sendStored, type StoredFile } from '#server/platform/http/send-stored.ts';

/** `GET {path}/:id/pdf` and `/ubl`: the papers of an invoice or a credit, which never change. */
export function mountPapers(
  app: FastifyInstance,
  services: Services,
  resource: { readonly path: string; readonly permission: string },
  find: (ctx: Context, request: FastifyRequest, id: string, kind: 'pdf' | 'ubl') => Promise<StoredFile>,
): void {
  const permission = `${resource.permission}.read`;
  const path = `/api/${resource.path.replace(/\{(\w+)\}/g, ':$1')}`;
  for (const kind of ['pdf', 'ubl'] as const) {
    app.get(
      `${path}/:id/${kind}`,
      { config: { permission }, schema: { tags: [resource.path] } },
      async (request, reply) => {
        const ctx = contextOf(services, request, permission);
        return sendStored(reply, ctx.files, { ...(await find(ctx, request, idOf(request), kind)) });
      },
    );
  }
}
