import { maxDrawingBytes, maxOrderDrawingBytes, maxWaitingDrawingBytes } from '#contract/carpetline/line.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { bytesOfDataUrl, sentName } from '#server/platform/files/sent-files.ts';
import { sniff } from '#server/platform/files/sniff.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { type Drawing, findDrawing } from './lines.repository.ts';
import * as orders from './orders.repository.ts';
import { boundRelation } from './reach.repository.ts';
import * as repository from './sent-drawings.repository.ts';

type Sent = { readonly name: string; readonly content: string } | { readonly id: string };

/** What a drawing may be. */
export const drawingTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/vnd.dxf'] as const;

/** The type of a drawing by its content: PDF, JPEG, PNG or DXF; null for anything else. */
export function drawingType(bytes: Uint8Array): string | null {
  const type = sniff(bytes);
  if (type === 'pdf') return 'application/pdf';
  if (type === 'jpeg' || type === 'png') return `image/${type}`;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  // ASCII: comments (999) or at once a section; binary: its own mark (Autodesk, DXF reference).
  const isDxf =
    head.startsWith('AutoCAD Binary DXF\r\n') ||
    /^\s*(?:999\r?\n[^\r\n]*\r?\n\s*)*0\r?\nSECTION\r?\n/.test(head);
  return isDxf ? 'image/vnd.dxf' : null;
}

/** A drawing of an order, also one that was removed meanwhile, for users who have it on screen. */
export async function findOrderDrawing(ctx: Context, orderId: string, lineId: string): Promise<Drawing> {
  const order = orNotFound(await orders.find(ctx.db, ctx.scope, ctx.caller.companyId, orderId));
  return orNotFound(
    (await findDrawing(ctx.db, ctx.scope, lineId)) ??
      (await repository.findTakenOff(ctx.db, ctx.scope, order.id, lineId)),
  );
}

/** A valid drawing whose bytes are stored only if its complete order is valid. */
interface NewDrawing extends Omit<Drawing, 'sha256'> {
  readonly content: Buffer;
}

/**
 * A sent drawing, or what is wrong with it. One that was uploaded before must be the caller's own; one of an order line
 * must be within their scope. One that was taken off this order meanwhile can still be put back by who has it on screen.
 */
export async function takeDrawing(
  ctx: Context,
  reader: Scope,
  sent: Sent,
  orderId: string | undefined,
): Promise<Drawing | NewDrawing | FieldCode> {
  if ('id' in sent) {
    const found = (await repository.findOwn(ctx, sent.id)) ?? (await findDrawing(ctx.db, reader, sent.id));
    const takenOff =
      found || orderId === undefined
        ? undefined
        : await repository.findTakenOff(ctx.db, ctx.scope, orderId, sent.id);
    return found ?? takenOff ?? 'drawing-gone';
  }
  const content = bytesOfDataUrl(sent.content);
  return content === undefined ? 'invalid' : readDrawing(ctx, sentName(sent.name), content);
}

/** Checks a drawing, or gives what is wrong with it; nothing is stored yet. Limits: decision 0043. */
export async function readDrawing(
  ctx: Context,
  name: string,
  content: Buffer,
): Promise<NewDrawing | FieldCode> {
  const bytes = content.byteLength;
  if (bytes === 0 || name === '') return 'invalid';
  if (bytes > maxDrawingBytes) return 'file-too-large';
  const mime = drawingType(content);
  if (mime === null) return 'not-a-drawing';
  // Before any byte is stored; simultaneous uploads are checked again when they are stored.
  const isFull =
    (await repository.waitingBytes(ctx.db, ctx, await boundRelation(ctx.db, ctx.caller))) + bytes >
    maxWaitingDrawingBytes;
  return isFull ? 'drawings-full' : { name, mime, bytes, content };
}

/**
 * Runs work that may add drawings to the quota of the caller, under its lock, and gives whether the quota is exceeded
 * after it (decision 0052). A quota that was exceeded before may stay so, as long as nothing is added.
 */
export async function withinQuota<T>(
  tx: Tx,
  ctx: Context,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly isExceeded: boolean }> {
  const relationId = await boundRelation(tx, ctx.caller);
  await repository.lockQuota(tx, ctx, relationId);
  const before = await repository.waitingBytes(tx, ctx, relationId);
  const result = await work();
  const after = await repository.waitingBytes(tx, ctx, relationId);
  return { result, isExceeded: after > Math.max(maxWaitingDrawingBytes, before) };
}

/** Stores the bytes of a drawing. */
export async function storeDrawing({ files }: Context, drawing: Drawing | NewDrawing): Promise<Drawing> {
  if ('sha256' in drawing) return drawing;
  const { content, ...about } = drawing;
  return { ...about, sha256: await files.put(content) };
}

/** The lines that exceed the total size of an order's drawings; an order that was larger before may stay so. */
export function overFull(
  drawings: readonly (Pick<Drawing, 'bytes'> | null)[],
  bytesBefore: number,
): number[] {
  const max = Math.max(maxOrderDrawingBytes, bytesBefore);
  let total = 0;
  return drawings.flatMap((drawing, index) => {
    total += drawing?.bytes ?? 0;
    return drawing && total > max ? [index] : [];
  });
}
