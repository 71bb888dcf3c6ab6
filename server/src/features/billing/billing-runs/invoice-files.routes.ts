import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context, Services } from '#server/platform/context.ts';
import { type ActionInput, type ActionPlace, actionsOf } from '#server/platform/http/mount-action.ts';
import { sendStored, type StoredFile } from '#server/platform/http/send-stored.ts';

/** The forms in which an invoice is sent. */
export type InvoiceFileKind = 'pdf' | 'ubl';

/** `GET {path}/:id/pdf` and `/ubl`: the PDF and UBL of an invoice or a credit invoice, which never change. */
export function mountInvoiceFiles<const P extends ActionPlace>(
  app: FastifyInstance,
  services: Services,
  resource: P,
  find: (
    ctx: Context,
    input: ActionInput<P, z.ZodType, z.ZodType>,
    kind: InvoiceFileKind,
  ) => Promise<StoredFile>,
): void {
  const action = actionsOf(app, services, resource);
  for (const kind of ['pdf', 'ubl'] as const)
    action(
      'GET',
      `/:id/${kind}`,
      { right: 'read', file: kind === 'pdf' ? 'application/pdf' : 'application/xml' },
      async (ctx, input) => sendStored(input.reply, ctx.files, await find(ctx, input, kind)),
    );
}

/** A PDF or UBL under the number of its invoice; undefined where it is not made. */
export function invoiceFile(
  kind: InvoiceFileKind,
  number: string,
  { pdfSha256, ublSha256 }: { readonly pdfSha256: string | null; readonly ublSha256: string | null },
): StoredFile | undefined {
  const [sha256, mime, extension] =
    kind === 'pdf' ? [pdfSha256, 'application/pdf', 'pdf'] : [ublSha256, 'application/xml', 'xml'];
  return sha256 === null ? undefined : { sha256, mime, filename: `${number}.${extension}` };
}
