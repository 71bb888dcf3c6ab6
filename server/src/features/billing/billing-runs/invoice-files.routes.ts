import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import en from '../locales/billing.en.json' with { type: 'json' };
import nl from '../locales/billing.nl.json' with { type: 'json' };
import type { Context, Services } from '#server/platform/context.ts';
import { type ActionInput, type ActionPlace, actionsOf } from '#server/platform/http/mount-action.ts';
import { sendStored, type StoredFile } from '#server/platform/http/send-stored.ts';

/** The names of files, by language. */
export const fileTexts = { nl: nl.file, en: en.file } as const;

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

/** The name of a PDF or UBL without its ending: `Factuur F2026-00001`. */
export function invoiceFileName(of: 'invoice' | 'credit', number: string, language: Language): string {
  return fill(fileTexts[language][of], { number });
}

/** A PDF or UBL under the name of its invoice; undefined where it is not made. */
export function invoiceFile(
  kind: InvoiceFileKind,
  name: string,
  { pdfSha256, ublSha256 }: { readonly pdfSha256: string | null; readonly ublSha256: string | null },
): StoredFile | undefined {
  const [sha256, mime, extension] =
    kind === 'pdf' ? [pdfSha256, 'application/pdf', 'pdf'] : [ublSha256, 'application/xml', 'xml'];
  return sha256 === null ? undefined : { sha256, mime, filename: `${name}.${extension}` };
}
