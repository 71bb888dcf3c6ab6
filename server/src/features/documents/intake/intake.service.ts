import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { documents, type intakeResult } from '#contract/documents/documents.ts';
import type { Context } from '#server/platform/context.ts';
import { newId } from '#server/platform/db/ids.ts';
import { problem } from '#server/platform/http/problem.ts';
import { recogniseJob } from '../jobs.ts';
import { reasonText } from '../reasons.ts';
import * as repository from './intake.repository.ts';
import { cleanFilename, judge, numberPeriod } from './intake.rules.ts';

/** A file on its way in; `truncated` once it passed the largest size. */
export interface Upload {
  readonly filename: string | undefined;
  readonly file: Readable & { readonly truncated?: boolean };
}

export interface Destination {
  readonly companyId?: string | undefined;
  readonly administrationId?: string | undefined;
}

/** Keeps the bytes of one file, or what is wrong with it. One file at a time is in memory. */
export async function takeIn(ctx: Context, upload: Upload): Promise<repository.Arrival> {
  const bytes = await readAll(upload.file);
  const judged = judge({ bytes, isTooLarge: upload.file.truncated === true });
  const file = {
    id: newId(ctx.now().getTime()),
    filename: cleanFilename(upload.filename),
    bytes: bytes.length,
  };
  if ('reason' in judged)
    return { ...file, sha256: '', mime: '', state: 'Onverwerkbaar', reasons: [judged.reason] };
  return { ...file, sha256: await ctx.files.put(bytes), mime: judged.mime, state: 'Nieuw', reasons: [] };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    // The sender stopped half way.
    throw problem.of('bad-request');
  }
  return Buffer.concat(chunks);
}

/** Lists what came in and queues what can be read, all or nothing. */
export async function registerArrivals(
  ctx: Context,
  arrivals: readonly repository.Arrival[],
  destination: Destination,
): Promise<z.output<typeof intakeResult>[]> {
  if (arrivals.length === 0) throw problem.validation({ file: ['required'] });
  const owner = await ownerOf(ctx, destination);
  await ctx.transaction(async (tx) => {
    const by = { userId: ctx.caller.userId, name: ctx.caller.name };
    for (const { id, state, mime } of arrivals) {
      if (state !== 'Nieuw') continue;
      // XML is read in a moment; it does not wait behind a pile of scans.
      const priority = mime === 'application/xml' ? 1 : 0;
      await ctx.jobs.send(
        tx,
        recogniseJob,
        { companyId: owner.companyId, documentId: id, by },
        { key: id, priority },
      );
    }
    await repository.insert(tx, ctx, { ...owner, period: numberPeriod(ctx.now()) }, arrivals);
    await ctx.events.publish(tx, { resource: documents.path, companyId: owner.companyId });
  });
  return arrivals.map(({ id, filename, state, reasons }) => ({
    id,
    filename,
    state,
    reason: reasonText(ctx.language, reasons),
  }));
}

async function ownerOf(
  ctx: Context,
  destination: Destination,
): Promise<{ companyId: string; administrationId: string | null }> {
  const companyId = destination.companyId ?? ctx.caller.companyId;
  const mayReach = companyId === ctx.caller.companyId || ctx.scope.reach === 'system';
  const owner = mayReach ? await repository.findOwner(ctx.db, companyId) : undefined;
  if (!owner) throw problem.validation({ company_id: ['unknown'] });
  const { administrationId } = destination;
  if (administrationId !== undefined) {
    if (!(await repository.hasAdministration(ctx.db, companyId, administrationId))) {
      throw problem.validation({ administration_id: ['unknown'] });
    }
    return { companyId, administrationId };
  }
  // With several, the buyer on the document decides.
  const [only = null, second] = owner.administrationIds;
  return { companyId, administrationId: second === undefined ? only : null };
}
