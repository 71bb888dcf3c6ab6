import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { intakeResult } from '#contract/documents/documents.ts';
import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { reasonText } from '../reasons.ts';
import { keepPiece, refused, writeArrivals } from './arrivals.ts';
import { type Limits, refuseOverLimit } from './limits.ts';
import * as repository from './intake.repository.ts';
import { cleanFilename } from './intake.rules.ts';
import { piecesOf } from './pieces.ts';

/** A file on its way in; `truncated` once it passed the largest size. */
export interface Upload {
  readonly filename: string | undefined;
  readonly file: Readable & { readonly truncated?: boolean };
}

export interface Destination {
  readonly companyId?: string | undefined;
  readonly administrationId?: string | undefined;
}

/** Keeps the bytes of one file, or of each file of a zip, or what is wrong with it. One upload at a time is in memory. */
export async function takeIn(ctx: Context, upload: Upload): Promise<repository.Arrival[]> {
  const bytes = await readAll(upload.file);
  if (upload.file.truncated === true) {
    const filename = cleanFilename(upload.filename);
    return [refused(ctx, { filename, archive: '', bytes }, 'too-large')];
  }
  const arrivals: repository.Arrival[] = [];
  for (const piece of await piecesOf(upload.filename, bytes)) arrivals.push(await keepPiece(ctx, piece));
  return arrivals;
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
  const { limits, ...to } = await ownerOf(ctx, destination);
  // A retry is not refused what it was given before.
  await ctx.once(() => refuseOverLimit(ctx, { companyId: to.companyId, ...limits }, arrivals));
  const owner = { ...to, source: 'upload', mailId: null, receivedAt: ctx.now() } as const;
  return ctx.transaction(async (tx) => {
    await writeArrivals(tx, ctx, owner, arrivals);
    // Within: a retry makes other ids, and is answered with those that were written.
    return arrivals.map(({ id, filename, state, reasons }) => ({
      id,
      filename,
      state,
      reason: reasonText(ctx.language, reasons),
    }));
  });
}

async function ownerOf(
  ctx: Context,
  destination: Destination,
): Promise<{ companyId: string; administrationId: string | null; limits: Limits }> {
  const companyId = destination.companyId ?? ctx.caller.companyId;
  const mayReach = companyId === ctx.caller.companyId || ctx.scope.reach === 'system';
  const owner = mayReach ? await repository.findOwner(ctx.db, companyId) : undefined;
  if (!owner) throw problem.validation({ company_id: ['unknown'] });
  const { administrationId } = destination;
  const own = ctx.caller.program?.administrationIds;
  if (own && administrationId === undefined) {
    const [only, second] = own;
    if (only === undefined || second !== undefined)
      throw problem.validation({ administration_id: ['required'] });
    return { companyId, administrationId: only, limits: owner };
  }
  if (administrationId !== undefined) {
    if (
      (own && !own.includes(administrationId)) ||
      !(await repository.hasAdministration(ctx.db, companyId, administrationId))
    ) {
      throw problem.validation({ administration_id: ['unknown'] });
    }
    return { companyId, administrationId, limits: owner };
  }
  // With several, the buyer on the document decides.
  const [only = null, second] = owner.administrationIds;
  return { companyId, administrationId: second === undefined ? only : null, limits: owner };
}
