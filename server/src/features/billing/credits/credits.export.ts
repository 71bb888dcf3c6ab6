import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import type { ownCredits, runCredits } from '#contract/billing/credits.ts';
import type { Row } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { streamCredits, type WhichCredits } from './credits.repository.ts';

type Credit = Row<typeof runCredits>;
interface CreditLine {
  readonly credit: Credit;
  readonly line: Credit['lines'][number];
}

// Negative, as in the PDF and on screen, so that it adds up with the export of the invoices.
const columns: readonly ExportColumnSpec<CreditLine>[] = [
  ['creditNumber', 'text', ({ credit }) => credit.creditNumber],
  ['creditDate', 'day', ({ credit }) => credit.creditDate],
  ['invoiceNumber', 'text', ({ credit }) => credit.invoiceNumber],
  ['name', 'text', ({ credit }) => credit.name],
  ['reason', 'text', ({ credit }) => credit.reason],
  ['description', 'text', ({ line }) => line.description],
  ['from', 'day', ({ line }) => line.from],
  ['to', 'day', ({ line }) => line.to],
  ['amount', 'cents', ({ line }) => -line.amount],
  ['totalAmount', 'cents', ({ credit }) => -credit.totalAmount],
  ['vatAmount', 'cents', ({ credit }) => -credit.vatAmount],
  ['totalInclVatAmount', 'cents', ({ credit }) => -credit.totalInclVatAmount],
];

/** Credit invoices as a sheet, a row for each line that was taken back, as the export of a run has them. */
export function mountCreditExport(
  app: FastifyInstance,
  services: Services,
  resource: typeof runCredits | typeof ownCredits,
  whichOf: (ctx: Context, request: FastifyRequest) => Promise<WhichCredits>,
): void {
  mountExport(app, services, resource, {
    list: 'billing-credits',
    rows: async (ctx, query, request) => linesOf(streamCredits(ctx, await whichOf(ctx, request), query)),
    columns,
  });
}

async function* linesOf(credits: AsyncIterable<Credit>): AsyncGenerator<CreditLine> {
  for await (const credit of credits) yield* credit.lines.map((line) => ({ credit, line }));
}
