import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { fill } from '#contract/texts.ts';
import { zipPieces } from '#server/platform/archives/zip-stream.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { nameParameters } from '#server/platform/http/send-stored.ts';
import { assertProvider } from '../assert-provider.ts';
import * as runs from './billing-runs.repository.ts';
import { fileTexts, invoiceFile, invoiceFileName } from './invoice-files.routes.ts';
import { listFiles } from './run-invoices.repository.ts';

// A client that stops reading would be waited for for ever.
const stalledAfterMs = 60_000;

/** Answers with a ZIP of the PDF and UBL of every invoice of a final run, in the caller's language; 409 until all are made. */
export async function sendPapers(ctx: Context, runId: string, reply: FastifyReply): Promise<FastifyReply> {
  assertProvider(ctx);
  const run = orNotFound(await runs.findById(ctx.db, runId));
  if (run.state !== 'final' || run.papers.done < run.papers.total)
    throw problem.of('wrong-state', { sentence: 'run-papers-missing' });
  const name = fill(fileTexts[ctx.language].papers, { period: run.period });
  const pieces = zipPieces(papersOf(ctx, await listFiles(ctx.db, runId)), ctx.now());
  reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; ${nameParameters(`${name}.zip`)}`)
    .header('cache-control', 'no-store')
    .send(Readable.from(pieces, { objectMode: false }));
}

async function* papersOf({ files, language }: Context, invoices: Awaited<ReturnType<typeof listFiles>>) {
  for (const { invoiceNumber, ...hashes } of invoices)
    for (const kind of ['pdf', 'ubl'] as const) {
      const file = invoiceFile(kind, invoiceFileName('invoice', invoiceNumber, language), hashes);
      if (file) yield { name: file.filename ?? '', bytes: orNotFound(await files.get(file.sha256)) };
    }
}
